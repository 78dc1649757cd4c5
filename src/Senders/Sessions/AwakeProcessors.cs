using FileTransfer.Strategies.Machine;

namespace FileTransfer.Senders.Sessions;

/// <summary>Keeps every processor awake for a time: on each a thread spins that gives way to every other thread (SCHED_IDLE).</summary>
internal sealed class AwakeProcessors : IDisposable
{
    private const int SpinsBetweenLooks = 20;

    private readonly ManualResetEventSlim _isOn = new();
    private readonly Thread[] _threads;
    private volatile bool _isOver;

    public AwakeProcessors()
    {
        _threads = [.. ProcessorMask.Allowed().Select(processor => new Thread(() => Spin(processor)) { IsBackground = true })];
        foreach (Thread thread in _threads)
        {
            thread.Start();
        }
    }

    /// <summary>Begins to spin.</summary>
    public void Begin() => _isOn.Set();

    /// <summary>Ends it.</summary>
    public void End() => _isOn.Reset();

    /// <inheritdoc/>
    public void Dispose()
    {
        _isOver = true;
        _isOn.Set();
        foreach (Thread thread in _threads)
        {
            thread.Join();
        }

        _isOn.Dispose();
    }

    private void Spin(int processor)
    {
        // Without either it would take the processor from whoever is measured.
        if (!OperatingSystem.IsLinux() || !RealTime.GiveWay())
        {
            return;
        }

        ProcessorPin.ThisThreadToCpu(processor);
        while (!_isOver)
        {
            _isOn.Wait();
            while (_isOn.IsSet && !_isOver)
            {
                Thread.SpinWait(SpinsBetweenLooks);
            }
        }
    }
}
