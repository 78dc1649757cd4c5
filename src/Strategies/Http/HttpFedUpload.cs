using System.Net.Http.Headers;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Http;

/// <summary>
/// Uploads whose form is written into a pipe on one side while HttpClient reads it from the other. What comes out of a
/// pipe has no length, so that HTTP/1.1 sends it in chunks.
/// </summary>
public abstract class HttpFedUpload(ConnectionOptions options) : HttpUpload(options)
{
    private readonly MultipartForm _form = new();

    /// <inheritdoc/>
    protected override async ValueTask<Delivery> UploadAsync(Payload payload, CancellationToken cancellationToken)
    {
        using var broken = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        (Stream body, Task feeding) = Feed(_form, payload, cancellationToken);
        // A file that gives out ends the request as well: what comes out of the pipe then is only a form cut short.
        _ = feeding.ContinueWith(
            static (_, source) => ((CancellationTokenSource)source!).Cancel(),
            broken,
            CancellationToken.None,
            TaskContinuationOptions.OnlyOnFaulted | TaskContinuationOptions.ExecuteSynchronously,
            TaskScheduler.Default);
        var content = new StreamSentOnce(body);
        content.Headers.ContentType = MediaTypeHeaderValue.Parse(_form.ContentType);
        Delivery delivery;
        try
        {
            delivery = await SendAsync(HttpMethod.Post, content, payload, broken.Token).ConfigureAwait(false);
        }
        catch (Exception)
        {
            // Where the file gave out first, that is what went wrong; the feeding may say so a moment after its pipe has ended.
            content.Dispose();
            await feeding.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (feeding.Exception?.InnerException is TransferException)
            {
                await feeding.ConfigureAwait(false);
            }

            throw;
        }
        finally
        {
            // Closing the end that is read from ends the feeding, which must not outlive the transfer.
            content.Dispose();
            await feeding.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        await feeding.ConfigureAwait(false);
        return delivery;
    }

    /// <summary>Begins to write the form into a pipe.</summary>
    /// <returns>The end to read from, and the writing, which closes its own end when it is over and ends when the other is closed.</returns>
    private protected abstract (Stream Body, Task Feeding) Feed(MultipartForm form, Payload payload, CancellationToken cancellationToken);
}
