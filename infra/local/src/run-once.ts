import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { checkout } from './checkout.ts'
import { lastLines } from './log-file.ts'

/** Runs one of the services' one-shot commands to its end; throws with the end of its log when it fails. */
export async function runOnce(
  script: string,
  { environment, logFile, signal }: { environment: NodeJS.ProcessEnv; logFile: string; signal?: AbortSignal },
): Promise<void> {
  const log = openSync(logFile, 'a', 0o600)
  const child = spawn(process.execPath, [script], {
    cwd: checkout,
    env: environment,
    stdio: ['ignore', log, log],
    signal,
  })
  closeSync(log)
  const [code, ended] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  if (code !== 0) {
    throw new Error(
      `${script} failed (${ended ?? `exit code ${code}`}). The end of ${logFile}:\n${lastLines(logFile, 20)}`,
    )
  }
}
