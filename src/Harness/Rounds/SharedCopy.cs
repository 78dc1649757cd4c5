using FileTransfer.Senders.Launching;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Harness.Rounds;

/// <summary>A new copy of a payload, for those who take turns with a strategy that sends a new copy of its own.</summary>
/// <remarks>
/// <c>OwnPayload</c> says why one has its own. How the pages of a file lie in memory depends on how they came there: 10 MiB
/// by Socket.SendFile took 1.5 ms from a file that was just copied, and 2.2 to 3.5 ms from one that had been there for hours. So that this
/// is no difference between strategies, all send new copies.
/// </remarks>
internal sealed class SharedCopy : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("filetransfer-").FullName;
    private readonly SizedPayload _copy;

    private SharedCopy(SizedPayload payload)
    {
        try
        {
            string path = Path.Combine(_folder, Path.GetFileName(payload.Payload.Path));
            File.Copy(payload.Payload.Path, path);
            _copy = payload with { Payload = payload.Payload with { Path = path } };
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>
    /// A copy for cases of one payload that take turns; null where nobody has one of its own, or files are not to be in memory.
    /// </summary>
    /// <exception cref="IOException">There is no room for a copy.</exception>
    public static SharedCopy? For(IReadOnlyList<PlannedCase> cases, CacheMode cache) =>
        cache == CacheMode.Warm && cases.Count > 1 && cases.Any(HasItsOwn) ? new SharedCopy(cases[0].Payload) : null;

    /// <summary>What a case sends. A server serves files from one folder only, so those that fetch stay with the payload.</summary>
    public SizedPayload Of(PlannedCase planned) =>
        HasItsOwn(planned) || planned.Strategy.FetchesFiles || planned.Strategy.Dimensions.Cache is not null ? planned.Payload : _copy;

    public void Dispose()
    {
        try
        {
            Directory.Delete(_folder, recursive: true);
        }
        catch (Exception exception) when (OperatingSystem.IsWindows() && exception is (IOException or UnauthorizedAccessException))
        {
            // A sender that keeps its file open holds it there until its next size.
        }
    }

    private static bool HasItsOwn(PlannedCase planned) => planned.Strategy.Holds == FileHolding.LeftToTheCollector;
}
