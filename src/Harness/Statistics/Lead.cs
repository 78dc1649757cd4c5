namespace FileTransfer.Harness.Statistics;

/// <summary>The strategies that cannot be told from the fastest anywhere in a range of sizes over one transport.</summary>
/// <param name="Transport">Transport by name.</param>
/// <param name="FirstBytes">First size of the range, in bytes.</param>
/// <param name="LastBytes">Last size of the range, in bytes.</param>
/// <param name="Strategies">Strategies by id, in the order of the run.</param>
public sealed record Lead(string Transport, long FirstBytes, long LastBytes, IReadOnlyList<string> Strategies);
