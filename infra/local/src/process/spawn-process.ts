import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { identify, type ProcessIdentity } from './process-identity.ts'
import type { ProcessSpec } from './process-spec.ts'

const SETPRIV = '/usr/bin/setpriv'

export interface Spawned {
  /** Undefined when it could not be started. */
  identity: ProcessIdentity | undefined
  /** Resolves with the signal or exit code that ended it, as text. */
  ended: Promise<string>
}

/** Starts a process in its own POSIX session and appends its output to its log. */
export function spawnProcess(spec: ProcessSpec): Spawned {
  const [program, ...programArguments] = dieWithParent(spec.command, spec.stopSignal)
  const log = openSync(spec.logFile, 'a', 0o600)
  const child = spawn(program, programArguments, {
    cwd: spec.workingDirectory,
    env: spec.environment(),
    uid: spec.user?.uid,
    gid: spec.user?.gid,
    // Ctrl-C must reach only the supervisor, which stops the processes in order.
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

/**
 * Makes the kernel send `signal` to a process when its supervisor is killed (Linux with util-linux). On other systems
 * the next start finds and ends such orphans.
 */
function dieWithParent(
  command: readonly [string, ...string[]],
  signal: NodeJS.Signals,
): readonly [string, ...string[]] {
  if (process.platform !== 'linux' || !existsSync(SETPRIV)) return command
  return [SETPRIV, '--pdeathsig', signal.replace('SIG', ''), '--', ...command]
}
