import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { withLifeline } from './lifeline.ts'
import { identify, type ProcessIdentity } from './process-identity.ts'
import type { ProcessSpec } from './process-spec.ts'

export interface Spawned {
  /** Undefined when it could not be started. */
  identity: ProcessIdentity | undefined
  /** Resolves with how it ended, in words. */
  ended: Promise<string>
}

/** Starts a process in a group of its own, its output appended to its log. */
export function spawnProcess(spec: ProcessSpec): Spawned {
  const [program, ...programArguments] = withLifeline(spec.command, spec.stopSignal)
  const log = openSync(spec.logFile, 'a', 0o600)
  const child = spawn(program, programArguments, {
    cwd: spec.workingDirectory,
    env: spec.environment(),
    uid: spec.user?.uid,
    gid: spec.user?.gid,
    // Ctrl-C on the terminal must reach the supervisor only, which ends things in order.
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const ended = once(child, 'exit').then(
    ([code, signal]: (number | string | null)[]) => (signal ? String(signal) : `exit code ${code}`),
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  return { identity: child.pid === undefined ? undefined : identify(child.pid), ended }
}
