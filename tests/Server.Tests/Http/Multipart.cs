using System.Net.Http.Headers;
using System.Text;

namespace FileTransfer.Server.Tests.Http;

/// <summary>Forms as they go over the wire, well made or not.</summary>
internal static class Multipart
{
    public static ByteArrayContent Of(string form, string boundary)
    {
        var content = new ByteArrayContent(Encoding.UTF8.GetBytes(form));
        content.Headers.ContentType = MediaTypeHeaderValue.Parse($"multipart/form-data; boundary={boundary}");
        return content;
    }
}
