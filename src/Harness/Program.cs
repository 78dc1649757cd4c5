return await FileTransfer.Harness.FileTransferProgram.RunAsync(args);
