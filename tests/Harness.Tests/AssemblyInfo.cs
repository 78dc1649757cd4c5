using FileTransfer.Harness.Tests.Releases;
using Xunit.v3;

// Many tests wait for a process, a link or a browser: three per core keep both cores of a small machine busy.
[assembly: Parallelization(MaxThreads = 6)]

// Made once, when the first test asks: what is installed, unpacked or run elsewhere.
[assembly: AssemblyFixture(typeof(Release))]
