import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { checkout, localState } from '../state/checkout.ts'
import { makeLogDirectory } from '../process/log-file.ts'
import type { ProgressMessage } from './run-stack.ts'

/** Starts the supervisor in the background and prints its progress until the stack is ready; returns the exit code. */
export async function startDetached(script: string, scriptArguments: readonly string[]): Promise<number> {
  makeLogDirectory(`${localState}/logs`)
  const log = openSync(`${localState}/logs/supervisor.log`, 'a', 0o600)
  const supervisor = spawn(process.execPath, [script, ...scriptArguments], {
    cwd: checkout,
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => supervisor.kill(signal))

  const { promise, resolve } = Promise.withResolvers<number>()
  supervisor.on('message', ({ text, ready }: ProgressMessage) => {
    console.log(text)
    if (ready) resolve(0)
  })
  supervisor.on('error', (error) => {
    console.error(error.message)
    resolve(1)
  })
  supervisor.on('exit', () => resolve(1))
  const code = await promise
  if (supervisor.connected) supervisor.disconnect()
  supervisor.unref()
  return code
}
