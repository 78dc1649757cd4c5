using FileTransfer.Harness.Checks;

namespace FileTransfer.Harness.Doctor;

/// <summary>Every counter of a machine at two moments.</summary>
/// <param name="Before">The first readings.</param>
/// <param name="After">The second ones.</param>
/// <param name="Seconds">Time in between.</param>
internal sealed record Watched(SystemFiles Before, SystemFiles After, double Seconds);
