using FileTransfer.Server.Contracts;
using FileTransfer.Server.Receivers;
using FileTransfer.Server.Sinks;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Keeping;

/// <summary>Keeps the frames of a connection as files. The first frame says how.</summary>
/// <remarks>
/// The first file of a connection, and later ones chosen by chance, are read again from the folder, and the acknowledgement carries the
/// checksum of what was read.
/// </remarks>
/// <param name="folder">Where files go; null refuses every connection.</param>
/// <param name="isCheckDue">Decides for a file of a given length whether it is read again.</param>
/// <param name="makeKeeper">Makes the keeper that a sender asks for; only tests give another than <see cref="FrameKeepers"/>.</param>
internal sealed class KeepSink(KeepFolder? folder, Func<long, bool> isCheckDue, Func<KeepRequest, FileKeeper> makeKeeper) : IFileSink
{
    private readonly byte[] _introduction = new byte[KeepRequest.Longest];
    private int _introduced;
    private KeepRequest? _request;
    private FileKeeper? _keeper;
    private KeptFile? _file;
    private bool _hasKept;

    /// <summary>Makes the sinks of a receiver, all for one folder.</summary>
    /// <exception cref="IOException">There is no such folder.</exception>
    public static Func<IPayloadSink> Maker(ServerOptions options)
    {
        var folder = KeepFolder.Of(options.Keep);
        return () => new KeepSink(folder, options.IsCheckDue, FrameKeepers.Of);
    }

    /// <inheritdoc/>
    public uint? Crc32C { get; private set; }

    /// <inheritdoc/>
    public void Begin(long? length)
    {
        Crc32C = null;
        if (folder is null)
        {
            throw KeepRefusal.NoFolder();
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
        _file = new KeptFile(folder, _keeper!, _request, announced, announced > 0 && (!_hasKept || isCheckDue(announced)));
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
            return _keeper!.Receive(channel, buffer, left);
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
            _request = KeepRequest.TryRead(_introduction.AsSpan(0, _introduced), out KeepRequest? request)
                ? request
                : throw NoIntroduction();
            _keeper = makeKeeper(request);
            return false;
        }

        Crc32C = _file.Complete();
        _hasKept |= Crc32C is not null;
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
        _keeper?.Dispose();
        _keeper = null;
    }

    private static RefusedFrameException NoIntroduction() =>
        KeepRefusal.Because("did not begin by saying how files are to be kept");
}
