namespace FileTransfer.Lab.Siege;

/// <summary>Clients of one server; owns them.</summary>
internal sealed class SiegeClients : List<SiegeClient>, IDisposable
{
    /// <summary>Connects another one.</summary>
    public SiegeClient Add(SiegedServer server)
    {
        var client = new SiegeClient(server.Endpoint);
        Add(client);
        return client;
    }

    /// <summary>Ends the last one.</summary>
    public void RemoveOne()
    {
        this[^1].Dispose();
        RemoveAt(Count - 1);
    }

    /// <inheritdoc/>
    public void Dispose() => ForEach(client => client.Dispose());
}
