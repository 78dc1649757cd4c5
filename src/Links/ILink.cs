namespace FileTransfer.Links;

/// <summary>A link between two network namespaces that counts its packets.</summary>
internal interface ILink
{
    /// <summary>What makes it, in words.</summary>
    string Mechanism { get; }

    /// <summary>Counts of the direction to the receiver and of that to the sender.</summary>
    (LineCounters ToReceiver, LineCounters ToSender) Count();

    /// <summary>Numbers of the first packets lost by chance, for each direction; empty where they are not known.</summary>
    (long[] ToReceiver, long[] ToSender) Lost();
}
