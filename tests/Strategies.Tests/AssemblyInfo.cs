using FileTransfer.Strategies.Tests;
using Xunit.Sdk;
using Xunit.v3;

// Most tests wait for something. Those that count what the whole process has open or allocates run alone:
// DisableParallelization at their class or method.
[assembly: Parallelization(Mode = ParallelMode.All, MaxThreads = 16)]
[assembly: AssemblyFixture(typeof(LiveReceivers))]
[assembly: AssemblyFixture(typeof(PayloadFolder))]
