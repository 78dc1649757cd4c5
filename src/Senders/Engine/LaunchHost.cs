using BenchmarkDotNet.Engines;

namespace FileTransfer.Senders.Engine;

/// <summary>The host that BenchmarkDotNet's engine reports to: it writes lines for the parent process.</summary>
internal sealed class LaunchHost(TextWriter output) : IHost
{
    public void Write(string message) => output.Write(message);

    public void WriteLine() => output.WriteLine();

    public void WriteLine(string message) => output.WriteLine(message);

    public void SendError(string message) => output.WriteLine($"// {message}");

    /// <summary>Ignored: the parent does nothing between the stages of a launch.</summary>
    public void SendSignal(HostSignal hostSignal)
    {
    }

    public void ReportResults(RunResults runResults) => runResults.Print(output);

    public void Dispose() => output.Flush();
}
