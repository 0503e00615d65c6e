// Preload (`node --import`): SIGUSR2 blocks the event loop for BLOCK_MS, as a long computation would.
process.on('SIGUSR2', () => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(process.env.BLOCK_MS))
})
