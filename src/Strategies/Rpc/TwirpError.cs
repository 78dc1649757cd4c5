using System.Text.Json;
using System.Text.Json.Serialization;

namespace FileTransfer.Strategies.Rpc;

/// <summary>The body of every answer of Twirp's that is not 200.</summary>
/// <param name="Code">One of <see cref="RpcCode"/>.</param>
/// <param name="Msg">Why, for people.</param>
public sealed record TwirpError(string Code, string Msg)
{
    /// <summary>Longest error that is read.</summary>
    public const int MostBytes = 64 << 10;

    /// <summary>Reads one; null for anything else.</summary>
    public static TwirpError? Read(ReadOnlySpan<byte> body)
    {
        try
        {
            return JsonSerializer.Deserialize(body, RpcJson.Default.TwirpError) switch
            {
                // As the specification spells it; its own libraries write data_loss.
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

/// <summary>How it is written: camelCase JSON.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(TwirpError))]
public sealed partial class RpcJson : JsonSerializerContext;
