
namespace FileTransfer.Results;

/// <summary>The medium that connects the two ends of a run.</summary>
internal static class Medium
{
    /// <summary>Name of the medium: "loopback", "network", "a simulated network", "Unix sockets" or "named pipes".</summary>
    public static string Of(RunResult run) => run.Measurements.Select(measurement => measurement.Transport).FirstOrDefault() switch
    {
        "unix" => "Unix sockets",
        "pipe" => "named pipes",
        _ when run.Environment.Link is not null => "a simulated network",
        _ => run.Environment.Loopback ? "loopback" : "network",
    };
}
