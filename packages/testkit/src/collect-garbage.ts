// Preloaded into a process (`node --expose-gc --import`): SIGUSR2 collects its garbage and gives back what that leaves room
// for, young generation included, so that what is left is held.
process.on('SIGUSR2', () => {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
})
