import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { lastLines } from './log-file.ts'
import type { ProcessSpec } from './process-spec.ts'

export interface ProgramSpec extends Pick<
  ProcessSpec,
  'name' | 'command' | 'workingDirectory' | 'user' | 'logFile'
> {
  environment: NodeJS.ProcessEnv
  /** Text for its standard input. */
  input?: string
  /** Ends the program early. */
  signal?: AbortSignal
}

/**
 * Runs a program to its end and appends its output to a log.
 * @throws {Error} with the end of the log when it fails.
 */
export async function runProgram(spec: ProgramSpec): Promise<void> {
  const { name, command, workingDirectory, user, logFile, environment, input, signal } = spec
  signal?.throwIfAborted()
  const log = openSync(logFile, 'a', 0o600)
  const [program, ...programArguments] = command
  const child = spawn(program, programArguments, {
    cwd: workingDirectory,
    env: environment,
    uid: user?.uid,
    gid: user?.gid,
    stdio: [input === undefined ? 'ignore' : 'pipe', log, log],
    signal,
  })
  closeSync(log)
  // A program that ends early does not read all of it; its exit code says why.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(input)
  const how = await new Promise<string>((resolve) => {
    // An abort emits an error too, but the program has ended only at `exit`.
    child.on('error', (error) => child.pid === undefined && resolve(error.message))
    child.on('exit', (code, ended) => resolve(ended ?? `exit code ${code}`))
  })
  signal?.throwIfAborted()
  if (how !== 'exit code 0') {
    throw new Error(`${name} failed (${how}). End of ${logFile}:\n${lastLines(logFile, 20)}`)
  }
}
