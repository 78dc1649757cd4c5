using System.IO.Compression;
using System.Net;
using System.Net.Http.Headers;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Rpc;
using FileTransfer.Strategies.Wire;
using Google.Protobuf;

namespace FileTransfer.Strategies.Tests.Rpc;

/// <summary>Answers as a server would make them, and as no server should.</summary>
internal static class Answers
{
    /// <summary>The message of so much data.</summary>
    public static byte[] Message(int length)
    {
        byte[] data = GeneratedContent.Bytes(PayloadContent.Random, length);
        var crc = new Crc32C();
        crc.Append(data);
        return new FetchResponse { Data = UnsafeByteOperations.UnsafeWrap(data), Crc32C = crc.Value }.ToByteArray();
    }

    public static byte[] Gzip(byte[] bytes)
    {
        if (bytes.Length == 0)
        {
            // GZipStream writes nothing for nothing; by RFC 1952 that is a header of ten bytes, an empty block, CRC-32 and length.
            return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        }

        var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Fastest, leaveOpen: true))
        {
            gzip.Write(bytes);
        }

        return packed.ToArray();
    }

    /// <summary>The answer, of its kind, that has <paramref name="message"/> as its message.</summary>
    public static HttpResponseMessage For(string id, byte[] message)
    {
        if (id.Contains("grpc", StringComparison.Ordinal))
        {
            HttpResponseMessage grpc = Of(RpcContract.Grpc, GrpcFrame.Of(message));
            grpc.TrailingHeaders.Add("grpc-status", "0");
            return grpc;
        }

        if (!id.Contains("gzip", StringComparison.Ordinal))
        {
            return Of(RpcContract.Protobuf, message);
        }

        return Packed(Gzip(message), message.Length.ToString(System.Globalization.CultureInfo.InvariantCulture));
    }

    /// <summary>An answer of Twirp's that says it is compressed, and how long it was before when there is a hint.</summary>
    public static HttpResponseMessage Packed(byte[] body, string? hint)
    {
        HttpResponseMessage response = Of(RpcContract.Protobuf, body);
        response.Content.Headers.ContentEncoding.Add("gzip");
        if (hint is not null)
        {
            response.Headers.Add(RpcContract.UncompressedLength, hint);
        }

        return response;
    }

    public static HttpResponseMessage Of(string type, byte[] body, HttpStatusCode status = HttpStatusCode.OK)
    {
        var response = new HttpResponseMessage(status) { Content = new ByteArrayContent(body) };
        response.Content.Headers.ContentType = new MediaTypeHeaderValue(type);
        return response;
    }

    /// <summary>A client that looks at checksums and is connected to nothing.</summary>
    public static RpcFetch Client(string id) => (RpcFetch)StrategyCatalog.Find(id).Create(new ConnectionOptions
    {
        Endpoint = new HttpEndPoint(new Uri("http://127.0.0.1:1"), HttpVersion.Version11) { IsVerifying = true },
    });

    /// <summary>Has a client read an answer to a call for so many bytes.</summary>
    public static async Task<Delivery> ReadAsync(string id, HttpResponseMessage response, long length)
    {
        using (response)
        {
            await using RpcFetch client = Client(id);
            return await client.ReadAnswerAsync(response, length, CancellationToken.None);
        }
    }

    /// <summary>The same, and the bytes this thread allocated meanwhile: an answer in memory is read without another thread.</summary>
    public static (RpcException Exception, long Allocated) MeasuredRefusal(string id, HttpResponseMessage response, long length)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        RpcException exception = RefusalAsync(id, response, length).GetAwaiter().GetResult();
        return (exception, GC.GetAllocatedBytesForCurrentThread() - before);
    }

    /// <summary>The exception with which a client refuses an answer.</summary>
    public static Task<RpcException> RefusalAsync(string id, HttpResponseMessage response, long length) =>
        Assert.ThrowsAsync<RpcException>(() => ReadAsync(id, response, length));

    /// <summary>True for a client that asks for gzip.</summary>
    public static bool IsGzip(string id) => id.Contains("gzip", StringComparison.Ordinal);

    /// <summary>True for a client of gRPC.</summary>
    public static bool IsGrpc(string id) => id.Contains("grpc", StringComparison.Ordinal);

    /// <summary>Changed in places, cut off everywhere near the end, and with something behind it.</summary>
    public static IEnumerable<byte[]> WrongGzip(byte[] packed)
    {
        foreach (int at in (int[])[0, 2, 12, packed.Length / 2, packed.Length - 6, packed.Length - 1])
        {
            byte[] corrupted = [.. packed];
            corrupted[at] ^= 0x55;
            yield return corrupted;
        }

        yield return [];
        yield return packed[..2];
        yield return packed[..12];
        yield return packed[..(packed.Length / 2)];

        for (int cut = 1; cut < 20; cut++)
        {
            yield return packed[..^cut];
        }

        // The checksum and the length once more.
        yield return [.. packed, .. packed[^8..]];
        yield return [.. packed, 0];
        yield return [.. packed, 0x1F];
        yield return [.. packed, 0x1F, 0x8B];
        yield return [.. packed, .. new byte[20_000]];
    }
}
