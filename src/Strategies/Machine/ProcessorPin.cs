using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Machine;

/// <summary>Sets the CPU affinity of the whole process to one processor.</summary>
public static class ProcessorPin
{
    private const int MaskBits = 1024;

    /// <summary>Most processors of a group of Windows.</summary>
    private const int GroupBits = 64;

    /// <summary>
    /// Pins every thread of this process to processor <paramref name="cpu"/>; threads started later inherit the affinity.
    /// </summary>
    /// <remarks>
    /// On Linux <see cref="Process.ProcessorAffinity"/> pins only the main thread, so each thread is pinned separately with
    /// sched_setaffinity(2).
    /// </remarks>
    /// <exception cref="TransferException">There is no such processor, or this platform cannot pin.</exception>
    public static void ToCpu(int cpu)
    {
        if (cpu is < 0 or >= MaskBits)
        {
            throw NoSuchProcessor(cpu);
        }

        if (OperatingSystem.IsLinux())
        {
            PinEveryThread("self", [cpu]);
        }
        else if (OperatingSystem.IsWindows())
        {
            using Process self = Process.GetCurrentProcess();
            SetOnWindows(self, [cpu]);
        }
        else
        {
            throw new TransferException(
                TransferErrorKind.Unsupported,
                "pinning to a processor needs Linux or Windows; use --affinity none");
        }
    }

    /// <summary>True when this process may pin threads: a container can forbid it.</summary>
    /// <param name="cpu">A processor that it may use.</param>
    public static bool IsAllowed(int cpu)
    {
        if (OperatingSystem.IsWindows())
        {
            // A process may always restrict itself, and those of its user.
            return ProcessorMask.Allowed().Contains(cpu);
        }

        bool isAllowed = false;
        var trial = new Thread(() =>
        {
            try
            {
                if (OperatingSystem.IsLinux())
                {
                    ThisThreadToCpu(cpu);
                    isAllowed = true;
                }
            }
            catch (TransferException)
            {
                // Forbidden.
            }
        });
        trial.Start();
        trial.Join();
        return isAllowed;
    }

    /// <summary>
    /// Pins every thread of a process to a processor, or lets it run on all that this process may use. Linux and Windows. Nothing happens
    /// to a process that has ended: whoever uses it finds out.
    /// </summary>
    /// <param name="process">Process id.</param>
    /// <param name="cpu">The processor, or null for all.</param>
    /// <exception cref="TransferException">There is no such processor, or this process may not pin.</exception>
    public static void Place(int process, int? cpu)
    {
        IReadOnlyList<int> cpus = cpu is { } one ? [one] : ProcessorMask.Allowed();
        if (OperatingSystem.IsLinux())
        {
            PinEveryThread(process.ToString(CultureInfo.InvariantCulture), cpus);
        }
        else if (OperatingSystem.IsWindows())
        {
            PlaceOnWindows(process, cpus);
        }
        else
        {
            throw new TransferException(
                TransferErrorKind.Unsupported, "placing both ends in several ways needs Linux or Windows; use --affinity none");
        }
    }

    /// <summary>
    /// Pins the calling thread to processor <paramref name="cpu"/>, on Linux also threads that it starts. Linux and Windows.
    /// </summary>
    /// <exception cref="TransferException">There is no such processor, or this process may not use it.</exception>
    [SupportedOSPlatform("linux")]
    [SupportedOSPlatform("windows")]
    public static void ThisThreadToCpu(int cpu)
    {
        const int CallingThread = 0;
        if (cpu is < 0 or >= MaskBits)
        {
            throw NoSuchProcessor(cpu);
        }

        if (!OperatingSystem.IsWindows())
        {
            PinThread(CallingThread, [cpu]);
        }
        else if (cpu >= GroupBits || !ThreadAffinity.Set((nuint)1 << cpu))
        {
            throw NoSuchProcessor(cpu);
        }
    }

    /// <summary>
    /// Checks that every thread of a process still has the affinity that <see cref="ToCpu"/> set. On Windows this process alone is looked
    /// at, and elsewhere none.
    /// </summary>
    /// <param name="cpu">The processor.</param>
    /// <param name="process">The process, as /proc names it.</param>
    /// <exception cref="TransferException">A thread may run on other processors.</exception>
    public static void ThrowUnlessOn(int cpu, string process = "self")
    {
        string wanted = cpu.ToString(CultureInfo.InvariantCulture);
        if (OperatingSystem.IsWindows() && ProcessorMask.Allowed() is var now && (now.Count != 1 || now[0] != cpu))
        {
            throw Moved(ProcessorList.Text(now), wanted);
        }

        foreach (string task in OperatingSystem.IsLinux() ? Directory.EnumerateDirectories($"/proc/{process}/task") : [])
        {
            // Nothing is read of a thread that ended after it was listed.
            if (SystemFiles.OfThisMachine.Word($"{task}/status", "Cpus_allowed_list") is { } list && list != wanted)
            {
                throw Moved(list, wanted);
            }
        }
    }

    /// <summary>Lets a thread of this process run on some processors.</summary>
    /// <exception cref="TransferException">It may not use them.</exception>
    internal static void ThreadTo(int thread, IReadOnlyList<int> cpus) => PinThread(thread, cpus);

    [SupportedOSPlatform("windows")]
    private static void PlaceOnWindows(int id, IReadOnlyList<int> cpus)
    {
        try
        {
            using var process = Process.GetProcessById(id);
            SetOnWindows(process, cpus);
        }
        catch (Exception exception) when (exception is ArgumentException or InvalidOperationException)
        {
            // It has ended, and whoever uses it finds out.
        }
    }

    /// <summary>Windows knows the processors of a process by a mask, of those of one group.</summary>
    [SupportedOSPlatform("windows")]
    private static void SetOnWindows(Process process, IReadOnlyList<int> cpus)
    {
        if (cpus[^1] >= GroupBits)
        {
            throw NoSuchProcessor(cpus[^1]);
        }

        try
        {
            process.ProcessorAffinity = (nint)cpus.Aggregate(0UL, (mask, cpu) => mask | (1UL << cpu));
        }
        catch (Win32Exception)
        {
            throw NoSuchProcessor(cpus[0]);
        }
    }

    private static TransferException Moved(string now, string wanted) => new(
        TransferErrorKind.Mismatch,
        $"a thread of the sender may run on processors {now}, although it was pinned to {wanted}: "
        + "its CPU affinity was changed; measure again");

    private static TransferException NoSuchProcessor(int cpu) => new(
        TransferErrorKind.Unsupported,
        $"cannot pin to processor {cpu}: this machine has no processor of that number (the first is 0), or this process may not use it");

    private static void PinEveryThread(string process, IReadOnlyList<int> cpus)
    {
        // A thread that is not pinned yet may start another one that this listing misses: list again until no new thread appears.
        var pinned = new HashSet<string>();
        bool again;
        do
        {
            again = false;
            foreach (string task in ThreadsOf(process))
            {
                if (pinned.Add(task))
                {
                    PinThread(int.Parse(Path.GetFileName(task), CultureInfo.InvariantCulture), cpus);
                    again = true;
                }
            }
        }
        while (again);
    }

    /// <summary>Folders of the threads of a process: none when it has ended.</summary>
    private static string[] ThreadsOf(string process)
    {
        try
        {
            return Directory.GetDirectories($"/proc/{process}/task");
        }
        catch (IOException)
        {
            return [];
        }
    }

    private static unsafe void PinThread(int threadId, IReadOnlyList<int> cpus)
    {
        // Ask the kernel, not Environment.ProcessorCount: in a cpuset of processors 2 and 3 that is 2.
        const int NoSuchThread = 3;
        const int InvalidArgument = 22;
        ulong* mask = stackalloc ulong[MaskBits / 64];
        foreach (int cpu in cpus)
        {
            mask[cpu / 64] |= 1UL << (cpu % 64);
        }

        if (SchedSetAffinity.Invoke(threadId, MaskBits / 8, mask) != 0
            && Marshal.GetLastPInvokeError() is var error
            && error != NoSuchThread)
        {
            throw error == InvalidArgument ? NoSuchProcessor(cpus[0]) : new TransferException(
                TransferErrorKind.Unsupported,
                $"cannot pin to processor {ProcessorList.Text(cpus)}: {Marshal.GetPInvokeErrorMessage(error)}; use --affinity none");
        }
    }
}
