using Xunit.v3;

// Many tests wait for a process or a browser: two per core keep both cores of a small machine busy.
[assembly: Parallelization(MaxThreads = 4)]
