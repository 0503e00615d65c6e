// `stack.json`: where a stack answers, its keys, and who its processes are.
import { endProcess } from './end-process.ts'
import { readJson, writeJson } from './json-file.ts'
import type { Ports } from './ports.ts'
import { isAlive, type ProcessIdentity } from './process-identity.ts'

export interface StackInfo {
  /** Of the Render API, without `/v1`. */
  baseUrl: string
  /** Of the Management API, ending in `/v2`. */
  managementUrl: string
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** An `x-api-key` with all permissions. */
  organisationKey: string
  /** Opens what operators may do on management's internal API. */
  operatorToken: string
  ports: Ports
  directories: { state: string; logs: string; artefacts: string; redis?: string; postgres?: string }
}

interface RecordedProcess extends ProcessIdentity {
  stopSignal: NodeJS.Signals
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
 * Ends what a supervisor that was killed has left behind, in the order of stopping; returns the names of what still ran.
 * A process that merely has a recorded pid is left alone.
 */
export async function endLeftovers(content: StackFile): Promise<string[]> {
  const alive = Object.entries(content.processes).filter(([, process]) => isAlive(process))
  for (const [, { stopSignal, ...identity }] of alive.toReversed()) {
    await endProcess(identity, { signal: stopSignal, graceMs: ORPHAN_GRACE_MS })
  }
  return alive.map(([name]) => name)
}
