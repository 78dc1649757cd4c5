using System.Runtime.InteropServices;
using FileTransfer.Results.Errors;

namespace FileTransfer.Links;

/// <summary>The process of a link: makes it, prints one line when it is ready, and ends when nobody uses it any more.</summary>
internal static class LinkProgram
{
    /// <summary>First argument of the process; the second is the specification.</summary>
    public const string Command = "link-process";

    /// <summary>Runs until the last user has gone.</summary>
    /// <returns>An <see cref="ExitCode"/>.</returns>
    public static int Run(string specification)
    {
        // A terminal sends its signals to all foreground processes. The link ends when its users have.
        PosixSignalRegistration[] ignored = [.. ((PosixSignal[])[PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP])
            .Select(signal => PosixSignalRegistration.Create(signal, context => context.Cancel = true))];
        try
        {
            var spec = LinkSpec.Parse(specification);
            using var ends = new LinkEnds();
            ILink link = Make(ends, spec);
            var control = new LinkControl(link, ends.Sender);
            Console.WriteLine(new LinkReady
            {
                ProcessId = Environment.ProcessId,
                Specification = spec.ToString(),
                Mechanism = link.Mechanism,
                SenderNamespace = ends.Sender.File,
                ReceiverNamespace = ends.Receiver.File,
                Port = control.Port,
            }.AsLine());
            return control.WaitUntilUnused() ? ExitCode.Success : ExitCode.Failed;
        }
        catch (Exception exception) when (exception is UsageException or IOException or UnauthorizedAccessException)
        {
            Console.Error.WriteLine($"error: {exception.Message}");
            return ExitCode.Usage;
        }
        finally
        {
            GC.KeepAlive(ignored);
        }
    }

    private static ILink Make(LinkEnds ends, LinkSpec spec) => MakesNetem(spec)
        ? new NetemLink(ends, spec)
        : new ForwardedLink(ends, spec, reason =>
        {
            Console.Error.WriteLine($"error: the simulated link broke down: {reason}");
            Environment.Exit(ExitCode.Failed);
        });

    private static bool MakesNetem(LinkSpec spec)
    {
        if (spec.By == LinkSpec.ByForwarder)
        {
            return false;
        }

        using var throwAway = NetworkNamespace.Create();
        bool isThere = throwAway.Run(NetemLink.IsThere);
        return isThere || spec.By is null
            ? isThere
            : throw new UsageException($"--link: this kernel has no netem; leave by={LinkSpec.ByNetem} out, or load sch_netem");
    }
}
