namespace FileTransfer.Strategies.Rpc;

/// <summary>Protocol and compression of a call.</summary>
/// <param name="IsGrpc">True for gRPC's framing, false for Twirp.</param>
/// <param name="IsGzip">True to request a compressed answer.</param>
public sealed record RpcCall(bool IsGrpc, bool IsGzip)
{
    /// <summary>Twirp without compression.</summary>
    public static RpcCall Twirp { get; } = new(IsGrpc: false, IsGzip: false);

    /// <summary>Twirp with compression.</summary>
    public static RpcCall TwirpGzip { get; } = new(IsGrpc: false, IsGzip: true);

    /// <summary>gRPC without compression.</summary>
    public static RpcCall Grpc { get; } = new(IsGrpc: true, IsGzip: false);
}
