import { totalmem } from 'node:os'

/** Returns the bytes of memory that this process can use: the limit of its container, or the memory of the machine. */
export function machineMemory(): number {
  return memoryWithin(process.constrainedMemory(), totalmem())
}

/**
 * Returns the smaller of limit and total. A missing limit is reported as 0, or as a value larger than any machine has.
 */
export function memoryWithin(limitBytes: number, totalBytes: number): number {
  return limitBytes > 0 ? Math.min(limitBytes, totalBytes) : totalBytes
}
