using System.Diagnostics;
using System.Runtime;
using FileTransfer.Results.Statistics;
using FileTransfer.Senders.Launching;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Senders.Sessions;

/// <summary>
/// What a session does before its first turn: it transfers without recording, a step at a time, until nothing is compiled any more, and
/// transfers take as long as those before.
/// </summary>
/// <remarks>
/// Code that is not optimised yet is slower, and the compiler takes its time from the same processors: both would fall on the turns of
/// whoever happens to work then. It works in the background: so senders settle in turns too, and each leaves the compilers of all others
/// the time of its step. <see cref="HotCode"/> says what they compile.
/// </remarks>
/// <param name="session">A connected session.</param>
/// <param name="profile">How long it may take.</param>
internal sealed class Settling(TransferSession session, Profile profile)
{
    /// <summary>What is compiled now and then in any process, whatever it does.</summary>
    private const int FewMethods = 1;

    private static readonly TimeSpan s_longestPass = TimeSpan.FromMilliseconds(10);

    private readonly long _began = Stopwatch.GetTimestamp();
    private long _compiledBefore = -1;
    private bool _isCompiled;

    /// <summary>True when nothing was compiled any more at the end.</summary>
    public bool IsCompiled { get; private set; }

    /// <summary>Whether steady state was reached, and the time of a transfer, or of a round of concurrent transfers.</summary>
    /// <remarks>What sends nothing takes less time than looking at the clock.</remarks>
    public SteadyState Pace { get; } = new(
        session.ReceiverKind is null ? TimeSpan.FromMicroseconds(1) : profile.Warmup, profile.LongestWarmup);

    /// <summary>Makes a step: some milliseconds of transfers. Between two steps the compiler is to have a processor.</summary>
    /// <returns>True when this was the last one.</returns>
    /// <exception cref="Strategies.Contracts.TransferException">A transfer failed.</exception>
    public bool Step()
    {
        long compiled = JitInfo.GetCompiledMethodCount();
        _isCompiled = _compiledBefore >= 0 && compiled - _compiledBefore <= FewMethods;
        if (_compiledBefore < 0 || (!_isCompiled && Stopwatch.GetElapsedTime(_began) < profile.LongestCompilation))
        {
            _compiledBefore = compiled;
            long pass = Stopwatch.GetTimestamp();
            for (int i = 0; i < HotCode.Calls && (i == 0 || Stopwatch.GetElapsedTime(pass) < s_longestPass); i++)
            {
                session.Loop.Step(session.Recorder);
            }

            return false;
        }

        while (!Pace.IsOver)
        {
            long start = Stopwatch.GetTimestamp();
            session.Loop.Step(session.Recorder);
            Pace.Add(Stopwatch.GetElapsedTime(start).TotalNanoseconds);
        }

        IsCompiled = _isCompiled;
        return true;
    }
}
