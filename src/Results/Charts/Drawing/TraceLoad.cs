
namespace FileTransfer.Results.Charts.Drawing;

/// <summary>How much a picture has to hold.</summary>
/// <param name="Traces">Traces in all plots.</param>
/// <param name="Values">Values in all traces.</param>
internal sealed record TraceLoad(int Traces, long Values);
