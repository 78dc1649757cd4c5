using FileTransfer.Strategies.Downloads;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.FileProviders;

namespace FileTransfer.Server.Downloads;

/// <summary>The middleware for static files; it answers ranges and conditions by itself.</summary>
internal sealed class ServeStaticFiles : IFileServing
{
    private readonly ServedFolder _folder;
    private readonly RequestDelegate _middleware;

    /// <param name="folder">The served files.</param>
    /// <param name="branch">A pipeline of its own: only requests whose name was looked at reach it.</param>
    public ServeStaticFiles(ServedFolder folder, IApplicationBuilder branch)
    {
        _folder = folder;
        branch.UseStaticFiles(new StaticFileOptions
        {
            FileProvider = new PhysicalFileProvider(folder.Root),
            RequestPath = $"{ServingWay.Prefix}{ServingWay.StaticFiles.Name}",
            ServeUnknownFileTypes = true,
            DefaultContentType = WholeFile.MediaType,
        });
        branch.Run(static context =>
        {
            context.Response.StatusCode = StatusCodes.Status404NotFound;
            return Task.CompletedTask;
        });
        _middleware = branch.Build();
    }

    /// <inheritdoc/>
    public async Task<Refusal?> ServeAsync(HttpContext context, string name, Action<long> counted)
    {
        if (_folder.Look(name, out FileVersion version) is { } refusal)
        {
            return refusal;
        }

        counted(version.Length);
        await _middleware(context);
        return null;
    }
}
