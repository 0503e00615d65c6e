// Preload (`node --expose-gc --import`): SIGUSR2 runs a full garbage collection and returns free memory, including the C
// library's, to the system. What remains in use is really referenced.
import { dlopen } from 'node:ffi'

const { functions: library } = dlopen(null, { malloc_trim: { arguments: ['u64'], return: 'i32' } })

process.on('SIGUSR2', () => {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  library.malloc_trim(0n)
})
