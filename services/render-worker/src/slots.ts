import { availableParallelism } from 'node:os'
import { machineMemory } from '@render/engine'

/** Pages mostly wait, so there are more slots than cores. */
const SLOTS_PER_CORE = 8
/** What a render of a usual page adds to its browser, and what the worker needs besides. */
const BYTES_PER_SLOT = 150 * 1024 ** 2
const BYTES_BESIDES = 512 * 1024 ** 2

export interface Machine {
  cores: number
  memoryBytes: number
}

/** How many renders run at once: what the operator said, or as many as the machine carries. */
export function countSlots(configured: number, { cores, memoryBytes }: Machine = thisMachine()): number {
  if (configured > 0) return configured
  const fitting = Math.floor((memoryBytes - BYTES_BESIDES) / BYTES_PER_SLOT)
  return Math.max(1, Math.min(SLOTS_PER_CORE * cores, fitting))
}

function thisMachine(): Machine {
  return { cores: availableParallelism(), memoryBytes: machineMemory() }
}
