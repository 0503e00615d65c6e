// Preloaded into a process (`node --expose-gc --import`): SIGUSR2 collects its garbage, so that what is left is held.
process.on('SIGUSR2', () => {
  globalThis.gc?.()
})
