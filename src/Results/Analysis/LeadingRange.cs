
namespace FileTransfer.Results.Analysis;

/// <summary>Strategies that lead a range of sizes in one group: at no size is another strategy shown to be faster.</summary>
/// <param name="Group">What is compared.</param>
/// <param name="FirstBytes">First size of the range, in bytes.</param>
/// <param name="LastBytes">Last size of the range, in bytes.</param>
/// <param name="Strategies">Strategies by id, in the order of the run.</param>
internal sealed record LeadingRange(ComparedGroup Group, long FirstBytes, long LastBytes, IReadOnlyList<string> Strategies);
