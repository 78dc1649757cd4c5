using FileTransfer.Sending;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Downloads;

namespace FileTransfer.Server.Downloads;

/// <summary>The ways of sending files over one connection, each made when it is first asked for; owns them.</summary>
/// <param name="sender">Sends the files of the way of that name; stays the caller's.</param>
internal sealed class SocketWays(FileSender sender) : IDisposable
{
    private readonly Dictionary<string, IFileSending> _made = [];

    /// <summary>Finds a way by its name.</summary>
    /// <returns>Null, or why there is none.</returns>
    public Refusal? Find(string name, out IFileSending? way)
    {
        if (_made.TryGetValue(name, out way))
        {
            return null;
        }

        ServingWay? known = ServingWay.OnSockets.FirstOrDefault(one => one.Name == name && one.Probe().IsAvailable);
        if (known is null)
        {
            string ways = string.Join(", ", ServingWay.OnSockets.Where(one => one.Probe().IsAvailable).Select(one => one.Name));
            return Refusal.NotFound($"there is no such way of serving here; there are {ways}");
        }

        try
        {
            way = _made[name] = known == ServingWay.RawSendFile
                ? new SendBySendFile()
                : known == ServingWay.RawSplice ? new SendBySplice() : new SendByFileSender(sender);
            return null;
        }
        catch (TransferException exception)
        {
            return new Refusal(503, exception.Message);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (IFileSending way in _made.Values)
        {
            way.Dispose();
        }

        _made.Clear();
    }
}
