using FileTransfer.Strategies.Tests;

// Descriptors are counted for the whole process, so only one test may open any at a time.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
[assembly: AssemblyFixture(typeof(LiveReceivers))]
[assembly: AssemblyFixture(typeof(PayloadFolder))]
