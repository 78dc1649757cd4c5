using FileTransfer.Server.Tests.Hostile;
using FileTransfer.Server.Tests.Processes;
using Xunit.v3;

// One server process shared by all tests that do not end it.
[assembly: AssemblyFixture(typeof(SharedServer))]
[assembly: AssemblyFixture(typeof(HostileServer))]

// Most tests wait for a limit: four per core keep both cores of a small machine busy.
[assembly: Parallelization(MaxThreads = 10)]
