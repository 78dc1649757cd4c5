using FileTransfer.Server.Contracts;
using FileTransfer.Server.Receivers;
using FileTransfer.Server.Sinks;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Storing;

/// <summary>Keeps the frames of a connection as files. The first frame says how.</summary>
/// <remarks>
/// The first file of a connection, and later ones chosen by chance, are read again from the folder, and the acknowledgement carries the
/// checksum of what was read.
/// </remarks>
/// <param name="folder">Where files go; null refuses every connection.</param>
/// <param name="isCheckDue">Decides for a file of a given length whether it is read again.</param>
/// <param name="makeStorer">Makes the storer that a sender asks for; only tests give another than <see cref="FrameStorers"/>.</param>
internal sealed class StoringSink(
    StoringFolder? folder, Func<long, bool> isCheckDue, Func<StoringRequest, FileStorer> makeStorer) : IFileSink
{
    private readonly byte[] _introduction = new byte[StoringRequest.Longest];
    private int _introduced;
    private StoringRequest? _request;
    private FileStorer? _storer;
    private StoredFile? _file;
    private bool _hasStored;

    /// <summary>Makes the sinks of a receiver, all for one folder.</summary>
    /// <exception cref="IOException">There is no such folder.</exception>
    public static Func<IPayloadSink> Maker(ServerOptions options)
    {
        var folder = StoringFolder.Of(options.StoreIn);
        return () => new StoringSink(folder, options.IsCheckDue, FrameStorers.Of);
    }

    /// <inheritdoc/>
    public uint? Crc32C { get; private set; }

    /// <inheritdoc/>
    public void Begin(long? length)
    {
        Crc32C = null;
        if (folder is null)
        {
            throw StoringRefusal.NoFolder();
        }

        if (_request is null)
        {
            _introduced = 0;
            if (length > _introduction.Length)
            {
                throw NoIntroduction();
            }

            return;
        }

        long announced = length ?? 0;
        _file = new StoredFile(folder, _storer!, _request, announced, announced > 0 && (!_hasStored || isCheckDue(announced)));
    }

    /// <inheritdoc/>
    public void Append(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(_introduction.AsSpan(_introduced));
        _introduced += bytes.Length;
    }

    /// <inheritdoc/>
    public int Receive(FrameChannel channel, Span<byte> buffer, long left)
    {
        if (_file is not null)
        {
            return _storer!.Receive(channel, buffer, left);
        }

        int count = channel.Receive(buffer[..(int)Math.Min(left, buffer.Length)]);
        Append(buffer[..Math.Max(0, count)]);
        return count;
    }

    /// <inheritdoc/>
    public bool Complete()
    {
        if (_file is null)
        {
            _request = StoringRequest.TryRead(_introduction.AsSpan(0, _introduced), out StoringRequest? request)
                ? request
                : throw NoIntroduction();
            _storer = makeStorer(request);
            return false;
        }

        Crc32C = _file.Complete();
        _hasStored |= Crc32C is not null;
        return true;
    }

    /// <inheritdoc/>
    public void Forget()
    {
        _file?.Dispose();
        _file = null;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Forget();
        _storer?.Dispose();
        _storer = null;
    }

    private static RefusedFrameException NoIntroduction() =>
        StoringRefusal.Because("did not begin by saying how files are to be kept");
}
