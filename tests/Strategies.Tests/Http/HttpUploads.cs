using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Tests.Faults;

namespace FileTransfer.Strategies.Tests.Http;

/// <summary>Every upload over HTTP, and one of it against a server that follows a script.</summary>
internal static class HttpUploads
{
    public static TheoryData<string> Ids =>
        [.. StrategyCases.Delivering
            .Where(descriptor => Transport.IsHttp(descriptor.Transports[0]) && !descriptor.IsConcurrent)
            .Select(descriptor => descriptor.Id)];

    /// <summary>The one transfer has to fail.</summary>
    public static async Task<TransferException> FailAsync(
        string id,
        Payload payload,
        Action<FakeHttpServer> script,
        bool isImpatient = false)
    {
        using var server = new FakeHttpServer(script);
        return await Failing.AgainstAsync<TransferException>(id, payload, isImpatient ? server.Connection.Impatient() : server.Connection);
    }
}
