// What a worker has started, told apart by its command.
import { descendantsOf, signal, type FaultStack } from '@render/testkit'

/** How each kind is called by the system. */
const COMMANDS = {
  /** Its renderers among them. */
  browsers: /headless|chrom/i,
  renderers: /type=renderer/,
  'egress proxy': /proxy\/process\.ts/,
}

type Kind = keyof typeof COMMANDS
type Stack = Pick<FaultStack, 'processes'>

/** Process ids of a kind below a worker's; none while that does not run. */
export function belowWorker({ processes }: Stack, kind: Kind): number[] {
  const worker = processes['render-worker'].identity
  const below = worker ? descendantsOf(worker.pid) : []
  return below.filter(({ command }) => COMMANDS[kind].test(command)).map(({ pid }) => pid)
}

/** Ends them. */
export function killBelowWorker(stack: Stack, kind: Kind): void {
  for (const pid of belowWorker(stack, kind)) signal(pid, 'SIGKILL')
}
