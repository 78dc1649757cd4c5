using FileTransfer.Server.Tests.Processes;

// One server process shared by all tests that do not end it.
[assembly: AssemblyFixture(typeof(SharedServer))]
