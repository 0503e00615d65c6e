// Finds the child processes of a worker by their command lines.
import { descendantsOf, signal, type FaultStack } from '@render/testkit'

const COMMANDS = {
  /** Includes renderers. */
  browsers: /headless|chrom/i,
  renderers: /type=renderer/,
  'egress proxy': /proxy\/proxy-program\.ts/,
}

const KILL_EVERY_MS = 200

type Kind = keyof typeof COMMANDS
type Stack = Pick<FaultStack, 'processes'>

/** Returns the process ids of a kind below the worker; none while the worker does not run. */
export function belowWorker({ processes }: Stack, kind: Kind): number[] {
  const worker = processes['render-worker'].identity
  const below = worker ? descendantsOf(worker.pid) : []
  return below.filter(({ command }) => COMMANDS[kind].test(command)).map(({ pid }) => pid)
}

/** Kills the processes of a kind below the worker, if there are any; returns their number. */
export function killIfAny(stack: Stack, kind: Kind): number {
  const pids = belowWorker(stack, kind)
  for (const pid of pids) signal(pid, 'SIGKILL')
  return pids.length
}

/**
 * Kills the processes of a kind below the worker.
 * @throws {Error} when there are none.
 */
export function killBelowWorker(stack: Stack, kind: Kind): void {
  if (killIfAny(stack, kind) === 0) throw new Error(`There are no ${kind} below the worker.`)
}

/**
 * Kills the processes of a kind again and again until `work` has settled.
 * @throws {Error} when there were none.
 */
export async function killDuring<T>(stack: Stack, kind: Kind, work: Promise<T>): Promise<T> {
  let killed = 0
  const killing = setInterval(() => (killed += killIfAny(stack, kind)), KILL_EVERY_MS)
  const result = await work.finally(() => clearInterval(killing))
  if (killed === 0) throw new Error(`There were no ${kind} below the worker.`)
  return result
}
