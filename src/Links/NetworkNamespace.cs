using System.Collections.Concurrent;
using System.ComponentModel;
using System.Globalization;
using System.Runtime.InteropServices;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies.Interop;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Links;

/// <summary>A network namespace without a name, and a thread in it: network_namespaces(7).</summary>
/// <remarks>
/// A namespace belongs to a thread. Sockets, devices and processes that are made on the thread are in the namespace and stay
/// there. The kernel frees a namespace with its last thread and its last socket: nothing is left behind, however a process ends.
/// </remarks>
internal sealed class NetworkNamespace : IDisposable
{
    private readonly BlockingCollection<Action> _work = [];
    private readonly Thread _thread;
    private readonly TaskCompletionSource<int> _entered = new(TaskCreationOptions.RunContinuationsAsynchronously);

    private NetworkNamespace(Action enter)
    {
        _thread = new Thread(() => Work(enter)) { IsBackground = true, Name = "network namespace" };
        _thread.Start();
        ThreadId = _entered.Task.GetAwaiter().GetResult();
    }

    /// <summary>Number of its thread.</summary>
    public int ThreadId { get; }

    /// <summary>The file by which other processes enter it, as long as this object is not disposed of.</summary>
    public string File => string.Create(CultureInfo.InvariantCulture, $"/proc/{Environment.ProcessId}/task/{ThreadId}/ns/net");

    /// <summary>Makes a new namespace.</summary>
    /// <exception cref="UsageException">This process may not.</exception>
    public static NetworkNamespace Create() => new(() =>
    {
        if (Unshare.Invoke(Unshare.Network) != 0)
        {
            string reason = new Win32Exception(Marshal.GetLastPInvokeError()).Message;
            throw new UsageException(
                $"--link needs network namespaces, and this user may not make them (unshare(2): {reason}); run it as root, or allow "
                + "user namespaces (sysctl user.max_user_namespaces, kernel.unprivileged_userns_clone)");
        }
    });

    /// <summary>Enters an existing namespace by its file.</summary>
    /// <exception cref="UsageException">It is gone, or this process may not.</exception>
    public static NetworkNamespace Join(string file) => new(() =>
    {
        using SafeFileHandle handle = System.IO.File.OpenHandle(file);
        if (SetNs.Invoke(handle, Unshare.Network) != 0)
        {
            string reason = new Win32Exception(Marshal.GetLastPInvokeError()).Message;
            throw new UsageException($"cannot enter the network namespace {file} (setns(2): {reason}); run this as root");
        }
    });

    /// <summary>Runs something in the namespace, and waits for it.</summary>
    public T Run<T>(Func<T> action)
    {
        var done = new TaskCompletionSource<T>(TaskCreationOptions.RunContinuationsAsynchronously);
        _work.Add(() =>
        {
            try
            {
                done.SetResult(action());
            }
            catch (Exception exception)
            {
                done.SetException(exception);
            }
        });
        return done.Task.GetAwaiter().GetResult();
    }

    /// <summary>Lets the thread end.</summary>
    public void Dispose()
    {
        _work.CompleteAdding();
        _thread.Join();
        _work.Dispose();
    }

    private void Work(Action enter)
    {
        try
        {
            enter();
            _entered.SetResult(GetTid.Invoke());
        }
        catch (Exception exception)
        {
            _entered.SetException(exception);
            return;
        }

        foreach (Action action in _work.GetConsumingEnumerable())
        {
            action();
        }
    }
}
