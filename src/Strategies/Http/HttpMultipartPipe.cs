using System.IO.Pipelines;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Strategies.Http;

/// <summary>Sends the form, or the file alone, through a System.IO.Pipelines Pipe, which is written while HttpClient reads.</summary>
public sealed class HttpMultipartPipe(ConnectionOptions options, UploadForm form = UploadForm.Multipart) : HttpFedUpload(options, form)
{
    private const int SegmentSize = 64 << 10;
    private const int FullSize = 4 * SegmentSize;

    private static readonly PipeOptions s_options = new(
        pauseWriterThreshold: FullSize,
        resumeWriterThreshold: FullSize / 2,
        minimumSegmentSize: SegmentSize,
        useSynchronizationContext: false);

    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } = Describe(
        "http-multipart-pipe",
        "RandomAccess.Read into a Pipe, HttpClient.SendAsync, StreamContent of its reader, 4 × 64 KiB",
        ["pread64", "sendto"],
        options => new HttpMultipartPipe(options));

    /// <summary>The file alone, listed in <see cref="Foreign.UrlStrategy"/>.</summary>
    public static IReadOnlyList<StrategyDescriptor> DescriptorsAlone { get; } = DescribeAlone(
        Descriptor, "pipe", Descriptor.Mechanism, (options, form) => new HttpMultipartPipe(options, form));

    private protected override (Stream Body, Task Writing) Feed(UploadBody body, Payload payload, CancellationToken cancellationToken)
    {
        var pipe = new Pipe(s_options);
        return (pipe.Reader.AsStream(), WriteAsync(body, payload, pipe.Writer, cancellationToken));
    }

    private static async Task WriteAsync(UploadBody body, Payload payload, PipeWriter writer, CancellationToken cancellationToken)
    {
        Exception? failure = null;
        try
        {
            using SafeFileHandle file = PayloadFile.OpenHandle(payload);
            bool isWanted = !(await writer.WriteAsync(body.Head(payload), cancellationToken).ConfigureAwait(false)).IsCompleted;
            for (long offset = 0; isWanted && offset < payload.Length;)
            {
                int count = PayloadFile.Read(file, writer.GetMemory().Span, offset, payload);
                writer.Advance(count);
                offset += count;
                isWanted = !(await writer.FlushAsync(cancellationToken).ConfigureAwait(false)).IsCompleted;
            }

            await writer.WriteAsync(body.Tail, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            failure = exception;
            throw;
        }
        finally
        {
            await writer.CompleteAsync(failure).ConfigureAwait(false);
        }
    }
}
