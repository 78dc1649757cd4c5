namespace FileTransfer.Strategies.Rpc;

/// <summary>How a call is made.</summary>
/// <param name="IsGrpc">In gRPC's framing, rather than as Twirp does.</param>
/// <param name="IsGzip">With the answer compressed.</param>
public sealed record RpcCall(bool IsGrpc, bool IsGzip)
{
    /// <summary>Twirp, not compressed.</summary>
    public static RpcCall Twirp { get; } = new(IsGrpc: false, IsGzip: false);

    /// <summary>Twirp, compressed.</summary>
    public static RpcCall TwirpGzip { get; } = new(IsGrpc: false, IsGzip: true);

    /// <summary>gRPC, not compressed.</summary>
    public static RpcCall Grpc { get; } = new(IsGrpc: true, IsGzip: false);
}
