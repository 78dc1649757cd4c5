using System.IO.Pipes;
using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Http;

/// <summary>
/// Sends the form, or the file alone, through an anonymous pipe that splice(2) fills with the file's pages; HttpClient still copies them
/// out of the pipe.
/// </summary>
public sealed class HttpMultipartSplice(ConnectionOptions options, UploadForm form = UploadForm.Multipart)
    : HttpMultipartOsPipe(options, form)
{
    private readonly NativeFile _file = new(isKept: false);

    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static new StrategyDescriptor Descriptor { get; } = Describe(
        "http-multipart-splice",
        "splice(2) into an anonymous pipe, HttpClient.SendAsync, StreamContent of its other end",
        ["read", "sendto", "splice"],
        options => new HttpMultipartSplice(options)) with
    {
        Probe = () => OperatingSystem.IsLinux() ? Availability.Available : Availability.Unsupported("splice(2) needs Linux"),
    };

    /// <summary>The file alone, listed in <see cref="Foreign.UrlStrategy"/>.</summary>
    public static new IReadOnlyList<StrategyDescriptor> DescriptorsAlone { get; } = DescribeAlone(
        Descriptor, "splice", Descriptor.Mechanism, (options, form) => new HttpMultipartSplice(options, form));

    /// <inheritdoc/>
    public override ValueTask DisposeAsync()
    {
        _file.Dispose();
        return base.DisposeAsync();
    }

    private protected override void WriteFile(Payload payload, AnonymousPipeServerStream pipe)
    {
        int file = _file.BeginTransfer(payload);
        try
        {
            for (long offset = 0; offset < payload.Length;)
            {
                nint moved = Splice.FromFile(file, ref offset, pipe.SafePipeHandle, none: 0, (nuint)(payload.Length - offset), flags: 0);
                if (moved == 0)
                {
                    throw _file.Ended(payload, offset);
                }

                if (moved < 0 && Marshal.GetLastPInvokeError() is not Errno.Interrupted and int errno)
                {
                    throw PayloadFile.FileFailure("splice(2)", payload, offset, errno)
                        ?? (Exception)new IOException(Marshal.GetPInvokeErrorMessage(errno));
                }
            }
        }
        finally
        {
            _file.EndTransfer();
        }
    }
}
