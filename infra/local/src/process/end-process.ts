import { setTimeout as sleep } from 'node:timers/promises'
import { descendants, isAlive, type ProcessIdentity } from './process-identity.ts'

const POLL_MS = 25
/** How long descendants may take to exit after the process has ended. */
const DESCENDANT_GRACE_MS = 2_000

/**
 * Ends a process and its descendants: first with `signal`, after `graceMs` with SIGKILL. Never signals a process that
 * merely reuses one of the pids.
 */
export async function endProcess(
  target: ProcessIdentity,
  { signal, graceMs }: { signal: NodeJS.Signals; graceMs: number },
): Promise<void> {
  const family = new Map<number, ProcessIdentity>()
  const collect = () => {
    for (const each of descendants(target.pid)) family.set(each.pid, each)
  }
  if (isAlive(target)) {
    collect()
    send(target, signal)
    await waitUntil(() => !isAlive(target), graceMs, collect)
    send(target, 'SIGKILL')
  }
  await waitUntil(() => ![...family.values()].some(isAlive), DESCENDANT_GRACE_MS)
  for (const each of family.values()) send(each, 'SIGKILL')
  await waitUntil(() => ![target, ...family.values()].some(isAlive), DESCENDANT_GRACE_MS)
}

/** Sends a signal to exactly this process, if it runs. */
export function send(target: ProcessIdentity, signal: NodeJS.Signals): void {
  if (!isAlive(target)) return
  try {
    process.kill(target.pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function waitUntil(condition: () => boolean, timeoutMs: number, onPoll?: () => void): Promise<void> {
  const end = performance.now() + timeoutMs
  while (!condition() && performance.now() < end) {
    onPoll?.()
    await sleep(POLL_MS)
  }
}
