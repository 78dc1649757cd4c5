using FileTransfer.Server.Sinks;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Storing;

/// <summary>Keeps the file of one HTTP request, until it is disposed of.</summary>
/// <param name="folder">Where the file goes; null refuses it.</param>
/// <param name="request">How it is to be stored; null refuses it.</param>
/// <param name="isCheckDue">Decides for a file of a given length whether it is read again.</param>
internal sealed class StoredUpload(StoringFolder? folder, StoringRequest? request, Func<long, bool> isCheckDue) : IPayloadSink, IDisposable
{
    /// <summary>Length to assume of a body without an announced length.</summary>
    private const long UnknownLength = 1 << 20;

    private readonly RandomAccessStorer _storer = new();
    private StoredFile? _file;

    /// <inheritdoc/>
    public uint? Crc32C { get; private set; }

    /// <inheritdoc/>
    public void Begin(long? length)
    {
        if (folder is null)
        {
            throw StoringRefusal.NoFolder();
        }

        if (request is null)
        {
            throw StoringRefusal.Because(
                $"asked for what there is not: {StoringRequest.Preallocate} is on or off, "
                + $"{StoringRequest.Durable} is none, fdatasync or fsync");
        }

        _file = new StoredFile(folder, _storer, request, length ?? 0, isCheckDue(length ?? UnknownLength));
    }

    /// <inheritdoc/>
    public void Append(ReadOnlySpan<byte> bytes) => _storer.Write(bytes);

    /// <summary>The whole file has come. Does all that has to be done before it is confirmed.</summary>
    public void Complete() => Crc32C = _file!.Complete();

    /// <inheritdoc/>
    public void Dispose()
    {
        _file?.Dispose();
        _file = null;
        _storer.Dispose();
    }
}
