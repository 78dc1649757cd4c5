namespace FileTransfer.Strategies.Contracts;

/// <summary>Whether a strategy can run on this machine, and if not, why.</summary>
public sealed record Availability
{
    private Availability(string? reason) => Reason = reason;

    /// <summary>The strategy can run here.</summary>
    public static Availability Available { get; } = new(reason: null);

    /// <summary>Why the strategy cannot run here, or null when it can.</summary>
    public string? Reason { get; }

    /// <summary>True when the strategy can run here.</summary>
    public bool IsAvailable => Reason is null;

    /// <summary>The strategy cannot run here, for a reason such as "splice(2) needs Linux".</summary>
    public static Availability Unsupported(string reason) => new(reason);

    /// <summary>
    /// A probe that checks only for Linux; <paramref name="call"/> names the system call that needs it, such as "splice(2)".
    /// </summary>
    public static Func<Availability> OnLinux(string call) =>
        () => OperatingSystem.IsLinux() ? Available : Unsupported($"{call} needs Linux");
}
