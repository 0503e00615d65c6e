import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { checkout } from './checkout.ts'
import { localState } from './local-state.ts'
import { makeLogDirectory } from './log-file.ts'
import type { Message } from './run-stack.ts'

/** Starts the supervisor in the background and shows what it tells until all is healthy; returns the exit code. */
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
  supervisor.on('message', ({ text, ready }: Message) => {
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
