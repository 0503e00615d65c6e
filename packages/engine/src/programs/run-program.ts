// Runs programs of the system that open untrusted files.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { chmod, copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { LaunchSettings } from '../browser/launch.ts'
import { asUser, lowEnvironment, lowUid } from '../browser/low-privilege.ts'
import { removeFolder } from '../scratch/process-folder.ts'
import { createProgramFolder } from '../scratch/program-folder.ts'

/** The limits of a program; when it exceeds one, its whole process group is killed. */
export interface ProgramLimits {
  timeoutMs: number
  /** Address space of each of its processes. */
  memoryBytes: number
  /** Bytes on its standard output, and in each file that it writes. */
  outputBytes: number
}

export interface ProgramRun {
  /** Path of the executable. */
  path: string
  /** Arguments, given the path of a file by its name in `files`. */
  args: (pathOf: (name: string) => string) => readonly string[]
  /** Files that the program may read, by name; they lie outside of its working folder. */
  files?: Readonly<Record<string, Buffer | { path: string }>>
  stdin?: Readable | Buffer
  /** Path of a new file for its standard output, which is not returned then. */
  to?: string
  limits: ProgramLimits
  signal: AbortSignal
}

/**
 * Runs a program and returns its standard output, which is empty when it went to a file. The program runs as a user without privileges, in the network namespace
 * of the browsers, and in an empty folder of its own that is removed afterwards.
 * @throws {ProgramFailed}
 */
export type RunProgram = (run: ProgramRun) => Promise<Buffer>

/** Reports why a program returned no result. */
class ProgramFailed extends Error {
  readonly reason: 'start' | 'exit' | 'timeout' | 'output' | 'aborted'

  constructor(reason: ProgramFailed['reason'], detail = '', cause?: unknown) {
    super(`The program failed (${reason})${detail && `: ${detail}`}`, { cause })
    this.name = 'ProgramFailed'
    this.reason = reason
  }
}

/** Limit for the text of its standard error that the error message quotes for the operator. */
const STDERR_CHARACTERS = 2000

export function createRunProgram({
  chromiumUid,
  environment,
  enter = [],
}: Pick<LaunchSettings, 'chromiumUid' | 'environment' | 'enter'>): RunProgram {
  return async ({ path, args, files = {}, stdin, to, limits, signal }) => {
    const uid = lowUid(chromiumUid)
    const folder = await createProgramFolder(uid)
    try {
      const pathOf = (name: string): string => join(folder, name)
      for (const [name, body] of Object.entries(files)) await writeInput(pathOf(name), body)
      const bounds = [`--as=${limits.memoryBytes}`, `--fsize=${limits.outputBytes}`, '--core=0']
      const words = [...enter, ...asUser(uid), 'nice', '-n10', 'prlimit', ...bounds, path, ...args(pathOf)]
      const home = pathOf('home')
      // A detached child leads its own process group, which is killed as a whole.
      const child = spawn(words[0]!, words.slice(1), {
        cwd: home,
        env: lowEnvironment(environment, home),
        detached: true,
        stdio: 'pipe',
      })
      return await resultOf(child, { stdin, to, limits, signal })
    } finally {
      await removeFolder(folder)
    }
  }
}

async function writeInput(path: string, body: Buffer | { path: string }): Promise<void> {
  if (Buffer.isBuffer(body)) await writeFile(path, body)
  else await copyFile(body.path, path)
  await chmod(path, 0o644)
}

async function resultOf(
  child: ChildProcess,
  { stdin, to, limits, signal }: Pick<ProgramRun, 'stdin' | 'to' | 'limits' | 'signal'>,
): Promise<Buffer> {
  let failure: ProgramFailed | undefined
  const end = (reason: ProgramFailed['reason'], detail?: string, cause?: unknown): void => {
    failure ??= new ProgramFailed(reason, detail, cause)
    killGroup(child)
  }
  child.once('error', (error) => end('start', error.message, error))
  const onAbort = (): void => end('aborted')
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  const timer = setTimeout(end, limits.timeoutMs, 'timeout')

  const output: Buffer[] = []
  async function* bounded(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0
    for await (const part of parts) {
      bytes += part.length
      if (bytes > limits.outputBytes) return end('output', `more than ${limits.outputBytes} bytes`)
      yield part
    }
  }
  const collect = async (parts: AsyncIterable<Buffer>): Promise<void> => {
    for await (const part of parts) output.push(part)
  }
  const reading = pipeline(child.stdout!, bounded, to === undefined ? collect : createWriteStream(to))
  reading.catch((error: unknown) => end('output', String(error), error))
  let errorText = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    errorText = (errorText + text).slice(0, STDERR_CHARACTERS)
  })
  // The program may end before it has read all of its input.
  const input = stdin instanceof Readable ? stdin : Readable.from(stdin ? [stdin] : [])
  pipeline(input, child.stdin!).catch(() => undefined)
  // Child processes may outlive the program and hold its output open.
  child.once('exit', () => killGroup(child))
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const [code, killedBy] = (await once(child, 'close')) as [number | null, string | null]
    await reading
    if (failure) throw failure
    if (code !== 0) throw new ProgramFailed('exit', `${killedBy ?? code} ${errorText}`.trim())
    return Buffer.concat(output)
  } catch (error) {
    throw failure ?? error
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of its processes have ended.
  }
}
