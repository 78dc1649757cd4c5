using System.IO.Pipes;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;

namespace FileTransfer.Strategies.Http;

/// <summary>
/// Sends the form, or the file alone, through an anonymous pipe of the operating system; a separate thread copies the file into the pipe.
/// </summary>
public class HttpMultipartOsPipe(ConnectionOptions options, UploadForm form = UploadForm.Multipart) : HttpFedUpload(options, form)
{
    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } = Describe(
        "http-multipart-os-pipe",
        "FileStream.CopyTo an anonymous pipe, HttpClient.SendAsync, StreamContent of its other end",
        ["pread64", "read", "sendto", "write"],
        options => new HttpMultipartOsPipe(options));

    /// <summary>The file alone, listed in <see cref="Foreign.UrlStrategy"/>.</summary>
    public static IReadOnlyList<StrategyDescriptor> DescriptorsAlone { get; } = DescribeAlone(
        Descriptor, "os-pipe", Descriptor.Mechanism, (options, form) => new HttpMultipartOsPipe(options, form));

    /// <summary>Writes the file into the pipe.</summary>
    private protected virtual void WriteFile(Payload payload, AnonymousPipeServerStream pipe)
    {
        using FileStream file = PayloadFile.OpenStream(payload);
        file.CopyTo(pipe);
        if (file.Position != payload.Length)
        {
            throw PayloadChange.Ended(payload, file.Position, file.Length);
        }
    }

    private protected override (Stream Body, Task Writing) Feed(UploadBody body, Payload payload, CancellationToken cancellationToken)
    {
        AnonymousPipeServerStream pipe;
        try
        {
            pipe = new AnonymousPipeServerStream(PipeDirection.Out);
        }
        catch (IOException exception)
        {
            throw new TransferException(
                TransferErrorKind.ConnectFailed,
                $"cannot make a pipe: {exception.Message}; the process must have descriptors left (ulimit -n)",
                exception);
        }

        // Both ends are in one process: the reader takes over the handle that a child process would inherit.
        var end = new AnonymousPipeClientStream(PipeDirection.In, pipe.ClientSafePipeHandle);
        return (end, Task.Run(() => Write(body, payload, pipe), CancellationToken.None));
    }

    private void Write(UploadBody body, Payload payload, AnonymousPipeServerStream pipe)
    {
        using (pipe)
        {
            pipe.Write(body.Head(payload));
            WriteFile(payload, pipe);
            pipe.Write(body.Tail);
        }
    }
}
