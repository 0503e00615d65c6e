import { availableParallelism } from 'node:os'
import { machineMemory } from '@render/engine'

/** Pages mostly wait, so there are more slots than cores. */
const SLOTS_PER_CORE = 8
/** Memory that a typical render adds to its browser. */
const BYTES_PER_SLOT = 150 * 1024 ** 2
/** Memory that the worker needs besides. */
const WORKER_BYTES = 512 * 1024 ** 2

export interface Machine {
  cores: number
  memoryBytes: number
}

/** Returns how many renders run at once: the configured number, or what fits the machine when that is 0. */
export function countSlots(configured: number, { cores, memoryBytes }: Machine = thisMachine()): number {
  if (configured > 0) return configured
  const fitting = Math.floor((memoryBytes - WORKER_BYTES) / BYTES_PER_SLOT)
  return Math.max(1, Math.min(SLOTS_PER_CORE * cores, fitting))
}

/** Returns how many videos run at once: a video keeps a core busy, and half of them are left to other renders. */
export function countVideoSlots(
  configured: number,
  { cores }: Pick<Machine, 'cores'> = thisMachine(),
): number {
  return configured > 0 ? configured : Math.max(1, Math.floor(cores / 2))
}

function thisMachine(): Machine {
  return { cores: availableParallelism(), memoryBytes: machineMemory() }
}
