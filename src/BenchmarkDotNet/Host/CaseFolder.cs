using FileTransfer.Benchmarking.Cases;
using FileTransfer.Senders.Launching;

namespace FileTransfer.Benchmarking.Host;

/// <summary>A folder of the run, accessible to this user only, through which it talks with the processes that measure.</summary>
internal sealed class CaseFolder : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("filetransfer-benchmark-");
    private readonly string _case;

    /// <summary>Makes it, and names it to all processes that are started from now on.</summary>
    public CaseFolder()
    {
        _case = Path.Combine(_folder.FullName, "case.json");
        Environment.SetEnvironmentVariable(TransferCase.Variable, _case);
    }

    /// <summary>Says what is measured next.</summary>
    public void Write(TransferCase next) => next.Save(_case);

    /// <summary>What processes have recorded since this was last called.</summary>
    public IReadOnlyList<LaunchRecord> TakeRecords()
    {
        List<LaunchRecord> records = [];
        foreach (FileInfo file in _folder.EnumerateFiles(TransferCase.RecordPattern).OrderBy(file => file.LastWriteTimeUtc))
        {
            records.Add(LaunchRecord.Load(file.FullName));
            file.Delete();
        }

        return records;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Environment.SetEnvironmentVariable(TransferCase.Variable, null);
        try
        {
            _folder.Delete(recursive: true);
        }
        catch (IOException)
        {
            // A process that is being ended still writes; the system empties the folder for temporary files.
        }
    }
}
