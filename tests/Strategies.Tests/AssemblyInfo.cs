using FileTransfer.Strategies.Tests;
using Xunit.Sdk;
using Xunit.v3;

// Descriptors are counted for the whole process, so only one test may open any at a time.
[assembly: Parallelization(Mode = ParallelMode.None)]
[assembly: AssemblyFixture(typeof(LiveReceivers))]
[assembly: AssemblyFixture(typeof(PayloadFolder))]
