import { once } from 'node:events'
import { announce } from './announce.ts'
import { localState } from './local-state.ts'
import { SERVICES } from './service-environment.ts'
import { startStack, type Stack } from './start-stack.ts'

/** What a detached supervisor tells whoever started it. */
export interface Message {
  text: string
  ready?: boolean
}

/** A second signal ends all at once, but npm and the terminal may both hand on the first. */
const SAME_SIGNAL_MS = 1000

/** Runs this checkout's stack until a signal comes, then stops it; returns the exit code. */
export async function runStack({ watch, ending }: { watch: boolean; ending: string }): Promise<number> {
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
  // A terminal that is gone must not take the supervisor along.
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
    say({ text: announce(stack.info, ending), ready: true })
    if (!stopping.signal.aborted) await once(stopping.signal, 'abort')
    await stack.stop()
  } catch (error) {
    if (!stopping.signal.aborted) failure = error
  }
  say({ text: failure ? `\n${describe(failure)}` : 'Stopped.' })
  return failure ? 1 : 0
}

function say(message: Message): void {
  console.log(message.text)
  if (process.connected) process.send?.(message)
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause ? describe(error.cause) : ''
  return error.message.includes(cause) ? error.message : `${error.message}\n  because: ${cause}`
}
