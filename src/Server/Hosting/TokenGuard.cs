using FileTransfer.Server.Contracts;
using Microsoft.AspNetCore.Http;

namespace FileTransfer.Server.Hosting;

/// <summary>Answers 401 to requests without the token, where one is asked for: RFC 6750.</summary>
internal static class TokenGuard
{
    /// <summary>Passes a request on, or refuses it.</summary>
    public static Task InvokeAsync(RequestDelegate next, HttpContext context, AccessToken? token, RequestFaults faults)
    {
        if (token is null || token.AcceptsHeader(context.Request.Headers.Authorization))
        {
            return next(context);
        }

        // Never what it presented: that may be the token of another server.
        bool isSilent = context.Request.Headers.Authorization.Count == 0;
        faults.Add(context, "unauthorized", isSilent ? "presented no token" : "presented another token");
        context.Response.StatusCode = StatusCodes.Status401Unauthorized;
        context.Response.Headers.WWWAuthenticate = "Bearer";
        return context.Response.WriteAsync(
            "this server asks for the token of --token-file, as 'Authorization: Bearer TOKEN'",
            context.RequestAborted);
    }
}
