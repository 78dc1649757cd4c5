// A folder over HTTP, as any application serves it, and the two lines that let Kestrel send it by sendfile(2).
//
//   dotnet run -c Release --project samples/KestrelFiles -- --files FOLDER [--port 8080] [--filesender false]
using System.Net;
using Microsoft.Extensions.FileProviders;

WebApplicationBuilder builder = WebApplication.CreateBuilder(args);
string folder = Path.GetFullPath(builder.Configuration.GetValue("files", "."));
int port = builder.Configuration.GetValue("port", 8080);
// Only here, to measure the same application without the two lines.
bool isOn = builder.Configuration.GetValue("filesender", true);

builder.Logging.SetMinimumLevel(LogLevel.Warning).AddFilter("Microsoft.Hosting.Lifetime", LogLevel.Information);
builder.WebHost.ConfigureKestrel(kestrel =>
{
    kestrel.Limits.MaxRequestBodySize = null;
    kestrel.Listen(IPAddress.Loopback, port, listen =>
    {
        if (isOn)
        {
            listen.UseFileSender();
        }
    });
});

WebApplication app = builder.Build();
if (isOn)
{
    app.UseFileSender();
}

app.UseStaticFiles(new StaticFileOptions { FileProvider = new PhysicalFileProvider(folder), ServeUnknownFileTypes = true });
app.MapGet("/json", () => new { name = "a small answer", words = new string('x', 150) });
app.MapPost("/upload", async (HttpRequest request) =>
{
    long count = 0;
    byte[] buffer = new byte[64 << 10];
    while (await request.Body.ReadAsync(buffer) is > 0 and int read)
    {
        count += read;
    }

    return new { bytes = count };
});

await app.RunAsync();
