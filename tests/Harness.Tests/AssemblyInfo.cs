using Xunit.v3;

// Many tests wait for a process, a link or a browser: three per core keep both cores of a small machine busy.
[assembly: Parallelization(MaxThreads = 6)]
