using System.Text.Json;

namespace FileTransfer.Strategies.Rpc;

/// <summary>The body of every Twirp answer with another status than 200.</summary>
/// <param name="Code">One of the codes in <see cref="RpcCode"/>.</param>
/// <param name="Msg">The reason, for people.</param>
public sealed record TwirpError(string Code, string Msg)
{
    /// <summary>Longest error body that is read, in bytes.</summary>
    public const int MostBytes = 64 << 10;

    /// <summary>Parses an error; null when the body is not one.</summary>
    public static TwirpError? Read(ReadOnlySpan<byte> body)
    {
        try
        {
            return JsonSerializer.Deserialize(body, ServerJson.Default.TwirpError) switch
            {
                // The specification writes "dataloss", its libraries write "data_loss".
                { Code: "dataloss" } error => error with { Code = RpcCode.DataLoss },
                { Code: not null } error when RpcCode.IsKnown(error.Code) => error,
                _ => null,
            };
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
