using System.Net.Http.Headers;

namespace FileTransfer.Strategies.Http;

/// <summary>Adds the token to every request: RFC 6750, 2.1. Never disposed of: the handler behind it has another owner.</summary>
internal sealed class TokenHandler(string token, HttpMessageHandler inner) : DelegatingHandler(inner)
{
    /// <summary>The scheme of the Authorization header.</summary>
    public const string Scheme = "Bearer";

    /// <inheritdoc/>
    protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        request.Headers.Authorization = new AuthenticationHeaderValue(Scheme, token);
        return base.SendAsync(request, cancellationToken);
    }
}
