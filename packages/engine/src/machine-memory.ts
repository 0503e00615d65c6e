import { totalmem } from 'node:os'

/** Bytes of memory that this process may count on: a container's limit, not what the machine around it has. */
export function machineMemory(): number {
  return memoryWithin(process.constrainedMemory(), totalmem())
}

/** No limit is told as 0, or as one that no machine reaches. */
export function memoryWithin(limitBytes: number, totalBytes: number): number {
  return limitBytes > 0 ? Math.min(limitBytes, totalBytes) : totalBytes
}
