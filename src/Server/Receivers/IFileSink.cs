using FileTransfer.Server.Sinks;

namespace FileTransfer.Server.Receivers;

/// <summary>
/// A sink that receives the payload of its frames by itself, as files; one per connection, which disposes of it. Any call may refuse the
/// frame by a <see cref="RefusedFrameException"/>.
/// </summary>
internal interface IFileSink : IPayloadSink, IDisposable
{
    /// <summary>Receives some of the frame, as <see cref="FrameChannel.Receive"/> does.</summary>
    /// <param name="channel">The connection.</param>
    /// <param name="buffer">Memory that may be used during the call.</param>
    /// <param name="left">Bytes of the frame that have not come.</param>
    int Receive(FrameChannel channel, Span<byte> buffer, long left);

    /// <summary>The whole frame has come. Does all that has to be done before it is acknowledged.</summary>
    /// <returns>False when the frame was no file, but said how the files after it are to be stored.</returns>
    bool Complete();

    /// <summary>The frame was acknowledged: its file is deleted.</summary>
    void Forget();
}
