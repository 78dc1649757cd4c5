using System.Diagnostics.CodeAnalysis;
using System.Text;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Wire;

/// <summary>How a receiver is to store the files of a connection: the first frame of a connection to <c>keep</c>.</summary>
/// <remarks>Three words of ASCII with a space between them: <c>splice preallocate=off durability=none</c>.</remarks>
/// <param name="Way">Name of a <see cref="StoringWay"/>; whether there is such a way is for the receiver to say.</param>
/// <param name="Options">What it does beside writing them.</param>
public sealed record StoringRequest(string Way, StoringOptions Options)
{
    /// <summary>Longest request in bytes.</summary>
    public const int Longest = 128;

    /// <summary>Name of the option, here and on the command line, that reserves room.</summary>
    public const string Preallocate = "preallocate";

    /// <summary>Name of the option, here and on the command line, that says what is synchronized.</summary>
    public const string Durable = "durability";

    private const string On = "on";
    private const string Off = "off";

    /// <summary>The request as a client writes it.</summary>
    public byte[] ToBytes() =>
        Encoding.ASCII.GetBytes($"{Way} {Preallocate}={WordOf(Options.IsPreallocated)} {Durable}={WordOf(Options.Durability)}");

    /// <summary>The query of a request over HTTP.</summary>
    public string Query => $"{Preallocate}={WordOf(Options.IsPreallocated)}&{Durable}={WordOf(Options.Durability)}";

    /// <summary>Reads what <see cref="ToBytes"/> wrote; false for anything else.</summary>
    public static bool TryRead(ReadOnlySpan<byte> bytes, [NotNullWhen(true)] out StoringRequest? request)
    {
        request = Encoding.ASCII.GetString(bytes).Split(' ') is [{ Length: > 0 } way, var preallocate, var durability]
            && ValueOf(preallocate, Preallocate) is { } on
            && ValueOf(durability, Durable) is { } word
            && TryReadSwitch(on, out bool isPreallocated)
            && TryReadDurability(word, out Durability durable)
            ? new StoringRequest(way, new StoringOptions(isPreallocated, durable))
            : null;
        return request is not null;
    }

    /// <summary>Reads "on" or "off".</summary>
    public static bool TryReadSwitch(string word, out bool isOn)
    {
        isOn = word == On;
        return word is On or Off;
    }

    /// <summary>Reads "none", "fdatasync" or "fsync".</summary>
    public static bool TryReadDurability(string word, out Durability durability)
    {
        foreach (Durability candidate in Enum.GetValues<Durability>())
        {
            if (word == WordOf(candidate))
            {
                durability = candidate;
                return true;
            }
        }

        durability = default;
        return false;
    }

    /// <summary>A durability as one word: "none", "fdatasync" or "fsync".</summary>
    public static string WordOf(Durability durability) => durability.ToString().ToLowerInvariant();

    /// <summary>"on" or "off".</summary>
    public static string WordOf(bool isOn) => isOn ? On : Off;

    private static string? ValueOf(string word, string name) =>
        word.StartsWith($"{name}=", StringComparison.Ordinal) ? word[(name.Length + 1)..] : null;
}
