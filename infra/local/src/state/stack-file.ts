// `stack.json`: the addresses, keys and processes of a stack.
import { endProcess } from '../process/end-process.ts'
import { readJson, writeJson } from './json-file.ts'
import type { Ports } from './ports.ts'
import type { RecordedProcess } from '../process/process-group.ts'
import { isAlive } from '../process/process-identity.ts'

export interface StackInfo {
  /** Base URL of the Render API, without `/v1`. */
  baseUrl: string
  /** Base URL of the Management API, ending in `/v2`. */
  managementUrl: string
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** An `x-api-key` with all permissions. */
  organisationKey: string
  /** Token for the operator endpoints of management's internal API. */
  operatorToken: string
  ports: Ports
  directories: { state: string; logs: string; artefacts: string; redis?: string; postgres?: string }
}

export interface StackFile extends StackInfo {
  state: 'starting' | 'running' | 'stopped'
  processes: Record<string, RecordedProcess>
}

const ORPHAN_GRACE_MS = 10_000

export function stackFile(directory: string) {
  const file = `${directory}/stack.json`
  return {
    read: () => readJson(file) as StackFile | undefined,
    write: (content: StackFile) => writeJson(file, content),
  }
}

/**
 * Ends the processes that a killed supervisor has left running, in stop order, and returns their names. Leaves alone
 * processes that merely reuse a recorded pid.
 */
export async function endLeftovers(content: StackFile): Promise<string[]> {
  const alive = Object.entries(content.processes).filter(([, process]) => isAlive(process))
  for (const [, { stopSignal, ...identity }] of alive.toReversed()) {
    await endProcess(identity, { signal: stopSignal, graceMs: ORPHAN_GRACE_MS })
  }
  return alive.map(([name]) => name)
}
