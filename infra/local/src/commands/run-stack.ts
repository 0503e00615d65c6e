import { once } from 'node:events'
import { announce } from './announce.ts'
import { localState } from '../state/checkout.ts'
import { SERVICES } from '../stack/service-environment.ts'
import { startStack, type Stack } from '../stack/start-stack.ts'

/** Progress message of a detached supervisor to the command that started it. */
export interface ProgressMessage {
  text: string
  ready?: boolean
}

/** A second signal kills everything at once. npm and the terminal may both deliver the first one, so ignore repeats within this time. */
const SAME_SIGNAL_MS = 1000

/** Runs this checkout's stack until a signal arrives, then stops it; returns the exit code. */
export async function runStack({ watch, hint }: { watch: boolean; hint: string }): Promise<number> {
  const stopping = new AbortController()
  let stack: Stack | undefined
  let failure: unknown
  let signalledMs = 0
  const stop = () => {
    if (!stopping.signal.aborted) {
      say({ text: 'Stopping ...' })
      signalledMs = performance.now()
      stopping.abort()
    } else if (performance.now() - signalledMs > SAME_SIGNAL_MS) {
      void stack?.kill()
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  process.on('uncaughtException', (error) => {
    failure = error
    stop()
  })
  // A closed terminal must not end the supervisor.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})

  try {
    stack = await startStack({
      directory: localState,
      environment: process.env,
      nodeArguments: watch ? Object.fromEntries(SERVICES.map((service) => [service, ['--watch']])) : {},
      report: (text) => say({ text: `  ${text}` }),
      signal: stopping.signal,
    })
    say({ text: announce(stack.info, hint), ready: true })
    if (!stopping.signal.aborted) await once(stopping.signal, 'abort')
    await stack.stop()
  } catch (error) {
    if (!stopping.signal.aborted) failure = error
  }
  say({ text: failure ? `\n${describe(failure)}` : 'Stopped.' })
  return failure ? 1 : 0
}

function say(message: ProgressMessage): void {
  console.log(message.text)
  if (process.connected) process.send?.(message)
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause ? describe(error.cause) : ''
  return error.message.includes(cause) ? error.message : `${error.message}\n  Cause: ${cause}`
}
