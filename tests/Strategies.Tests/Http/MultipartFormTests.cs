using System.Text;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Http;

namespace FileTransfer.Strategies.Tests.Http;

public sealed class MultipartFormTests
{
    [Theory]
    [InlineData("a\nb", "a%0Ab")]
    [InlineData("a\rb", "a%0Db")]
    [InlineData("a\r\nb", "a%0D%0Ab")]
    [InlineData("\"a\"", "%22a%22")]
    [InlineData("grün 文件", "grün 文件")]
    public void Head_FileName_CannotEndItsQuotesOrItsLine(string name, string escaped)
    {
        string head = Encoding.UTF8.GetString(new MultipartForm().Head(new Payload(Path.Combine(Path.GetTempPath(), name), 0)));
        Assert.Contains($"filename=\"{escaped}\"\r\n", head, StringComparison.Ordinal);
    }
}
