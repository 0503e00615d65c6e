// Preloaded into a process (`node --expose-gc --import`): SIGUSR2 collects its garbage and gives back all that this leaves
// room for, young generation and the C library's own included, so that what is left is held.
import { dlopen } from 'node:ffi'

const { functions: library } = dlopen(null, { malloc_trim: { arguments: ['u64'], return: 'i32' } })

process.on('SIGUSR2', () => {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  library.malloc_trim(0n)
})
