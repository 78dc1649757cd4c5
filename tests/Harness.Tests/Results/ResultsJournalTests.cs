using FileTransfer.Results;

namespace FileTransfer.Harness.Tests.Results;

/// <summary>What is left of a run whose harness was killed.</summary>
public sealed class ResultsJournalTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    private string Journal => _folder.File(ResultsJournal.FileName);

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Load_FolderOfAKilledRun_HasEveryCaseInTheOrderOfResults()
    {
        RunResult whole = SampleRuns.Small();
        whole = whole with
        {
            Run = whole.Run with
            {
                Options = new Dictionary<string, string>
                {
                    ["strategies"] = "null,read-write-1k,begin-send,send-file,copy-to-async,splice",
                },
            },
        };
        foreach (Measurement measurement in whole.Measurements.Reverse())
        {
            ResultsJournal.Append(whole with { Measurements = [measurement] }, Journal);
        }

        RunResult expected = whole with { Measurements = MeasurementOrder.Sort(whole.Measurements, whole.Run) };
        Assert.Equal(ResultsFile.ToBytes(expected), ResultsFile.ToBytes(ResultsFile.Load(_folder.Path)));
        Assert.Equal(ResultsFile.ToBytes(expected), ResultsFile.ToBytes(ResultsFile.Load(Journal)));
    }

    [Fact]
    public void Load_KilledWhileWriting_LeavesOutTheLineWithoutAnEnd()
    {
        RunResult whole = SampleRuns.Small();
        ResultsJournal.Append(whole with { Measurements = [whole.Measurements[0]] }, Journal);
        long first = new FileInfo(Journal).Length;
        ResultsJournal.Append(whole with { Measurements = [whole.Measurements[1]] }, Journal);
        using (FileStream file = File.OpenWrite(Journal))
        {
            file.SetLength(file.Length - 1);
        }

        Assert.Equal(whole.Measurements[0].Strategy, Assert.Single(ResultsFile.Load(_folder.Path).Measurements).Strategy);

        using (FileStream file = File.OpenWrite(Journal))
        {
            file.SetLength(first - 1);
        }

        ResultsFileException exception = Assert.Throws<ResultsFileException>(() => ResultsFile.Load(_folder.Path));
        Assert.Contains("no finished case", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Load_ResultsBesideAJournal_AreTheResults()
    {
        RunResult whole = SampleRuns.Small();
        ResultsJournal.Append(whole with { Measurements = [whole.Measurements[0]] }, Journal);
        ResultsFile.Save(whole, _folder.File(ResultsFile.FileName));
        Assert.Equal(whole.Measurements.Count, ResultsFile.Load(_folder.Path).Measurements.Count);
    }
}
