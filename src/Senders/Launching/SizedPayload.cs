using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Senders.Launching;

/// <summary>A payload and the label of its size in tables.</summary>
/// <param name="Label">Label of the size, such as <c>100K</c>.</param>
/// <param name="Payload">The file.</param>
internal sealed record SizedPayload(string Label, Payload Payload);
