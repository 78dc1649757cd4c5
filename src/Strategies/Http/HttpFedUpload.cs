using System.Net.Http.Headers;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Http;

/// <summary>
/// Base class of uploads that write the form, or the file alone, into a pipe while HttpClient reads it from the other end. The length of
/// such a body is unknown, so that HTTP/1.1 sends it in chunks.
/// </summary>
public abstract class HttpFedUpload(ConnectionOptions options, UploadForm form) : HttpUpload(options)
{
    private readonly UploadBody _body = new(form);

    /// <inheritdoc/>
    protected override async ValueTask<Delivery> UploadAsync(Payload payload, CancellationToken cancellationToken)
    {
        using var broken = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        (Stream body, Task writing) = Feed(_body, payload, cancellationToken);
        // When the file cannot be read to its end, cancel the request too: the pipe then contains an incomplete body.
        _ = writing.ContinueWith(
            static (_, source) => ((CancellationTokenSource)source!).Cancel(),
            broken,
            CancellationToken.None,
            TaskContinuationOptions.OnlyOnFaulted | TaskContinuationOptions.ExecuteSynchronously,
            TaskScheduler.Default);
        var content = new StreamSentOnce(body);
        content.Headers.ContentType = MediaTypeHeaderValue.Parse(_body.ContentType);
        Delivery delivery;
        try
        {
            delivery = await SendAsync(_body.Method, content, payload, broken.Token).ConfigureAwait(false);
        }
        catch (Exception)
        {
            // If the file failed first, report that. The writing task may fail a moment after its pipe has ended, so wait for it.
            content.Dispose();
            await writing.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (writing.Exception?.InnerException is TransferException)
            {
                await writing.ConfigureAwait(false);
            }

            throw;
        }
        finally
        {
            // Closing the read end also ends the writing task, which must not outlive the transfer.
            content.Dispose();
            await writing.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        await writing.ConfigureAwait(false);
        return delivery;
    }

    /// <summary>Begins to write the body into a pipe.</summary>
    /// <returns>
    /// The read end, and the writing task. The task closes the write end at its end, and ends when the read end is closed.
    /// </returns>
    private protected abstract (Stream Body, Task Writing) Feed(UploadBody body, Payload payload, CancellationToken cancellationToken);
}
