using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Doctor;

/// <summary>Every counter of a machine at two moments.</summary>
/// <param name="Before">The first readings.</param>
/// <param name="After">The second ones.</param>
/// <param name="Seconds">Time in between; more than 0.</param>
internal sealed record CounterReadings(SystemFiles Before, SystemFiles After, double Seconds);
