
namespace FileTransfer.Results.Analysis;

/// <summary>Strategies that lead a range of sizes over one transport: at no size is another strategy shown to be faster.</summary>
/// <param name="Transport">Transport by name.</param>
/// <param name="FirstBytes">First size of the range, in bytes.</param>
/// <param name="LastBytes">Last size of the range, in bytes.</param>
/// <param name="Strategies">Strategies by id, in the order of the run.</param>
internal sealed record LeadingRange(string Transport, long FirstBytes, long LastBytes, IReadOnlyList<string> Strategies);
