using System.Globalization;
using FileTransfer.Results.Errors;

namespace FileTransfer.Lab.Explaining;

/// <summary>A control group of a trial's own, of the first version of cgroups(7); its processes go back when it is disposed of.</summary>
internal sealed class TrialGroup : IDisposable
{
    private readonly string _parent;
    private readonly string _folder;

    /// <summary>Makes the group.</summary>
    /// <param name="controller">Name of the controller: <c>cpu</c>, <c>freezer</c>.</param>
    /// <exception cref="UsageException">There is no such controller here, or this process has no right to use it.</exception>
    public TrialGroup(string controller)
    {
        _parent = Path.Combine("/sys/fs/cgroup", controller);
        _folder = Path.Combine(_parent, string.Create(CultureInfo.InvariantCulture, $"filetransfer-trial-{Environment.ProcessId}"));
        if (!Directory.Exists(_parent))
        {
            throw new UsageException($"this trial needs {_parent} (cgroups(7), version 1), which is not there; leave it out with --only");
        }

        try
        {
            Directory.CreateDirectory(_folder);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"{_folder} cannot be made: {exception.Message}; this trial needs root");
        }
    }

    /// <summary>Sets a value of the group.</summary>
    public void Write(string name, string value) => File.WriteAllText(Path.Combine(_folder, name), value);

    /// <summary>Moves a process into the group; nothing happens when it has ended.</summary>
    public void Add(int process) => Move(process, _folder);

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (string process in File.ReadAllLines(Path.Combine(_folder, "cgroup.procs")))
        {
            Move(int.Parse(process, CultureInfo.InvariantCulture), _parent);
        }

        Directory.Delete(_folder);
    }

    private static void Move(int process, string folder)
    {
        try
        {
            File.WriteAllText(Path.Combine(folder, "cgroup.procs"), process.ToString(CultureInfo.InvariantCulture));
        }
        catch (IOException)
        {
            // ESRCH: it has ended.
        }
    }
}
