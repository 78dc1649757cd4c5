namespace FileTransfer.Strategies.Tests.Rpc;

/// <summary>Has nothing to read until it is closed, and ends then.</summary>
internal sealed class SilentStream : MemoryStream
{
    private readonly TaskCompletionSource _waiting = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly ManualResetEventSlim _closed = new();

    /// <summary>Completes when somebody waits for it.</summary>
    public Task Waiting => _waiting.Task;

    public override int Read(Span<byte> buffer)
    {
        _waiting.TrySetResult();
        _closed.Wait(TimeSpan.FromMinutes(1));
        return 0;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    protected override void Dispose(bool disposing)
    {
        _closed.Set();
        base.Dispose(disposing);
    }
}
