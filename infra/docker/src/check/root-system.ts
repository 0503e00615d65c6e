import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A root file system and the paths that are mounted into it while a command runs. */
export interface RootSystem {
  path: string
  /** Folder mounted as /mnt: the machine's certificates and package manager settings. */
  hostFiles: string
  /** Variables that name these files. */
  hostVariables: Record<string, string>
}

export interface RunSettings {
  directory: string
  variables: Record<string, string>
  user?: string
  timeoutMs?: number
}

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const ENTER = fileURLToPath(new URL('enter-root.sh', import.meta.url))
const NAMESPACES = [
  '--mount',
  '--propagation',
  'private',
  '--pid',
  '--fork',
  '--kill-child',
  '--ipc',
  '--uts',
]

/** Runs a command in a root file system as an engine does during a build; returns its exit code and output. */
export async function runInRoot(
  { path, hostFiles, hostVariables }: RootSystem,
  command: readonly string[],
  { directory, variables, user = 'root', timeoutMs = 300_000 }: RunSettings,
): Promise<{ code: number | null; output: string }> {
  const words = [...NAMESPACES, '/bin/sh', ENTER, path, hostFiles, directory, user, ...command]
  const home = user === 'root' ? '/root' : '/tmp'
  return run('/usr/bin/unshare', words, { ...hostVariables, HOME: home, PATH, ...variables }, timeoutMs)
}

/** Runs a program to its end; returns standard output and errors together. */
export async function run(
  program: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  timeoutMs = 300_000,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, words, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text))
  }
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output: output.join('') }
}

/**
 * Runs a program like `run`, and returns its output.
 * @throws {Error} with the end of the output when the program fails.
 */
export async function mustRun(
  program: string,
  words: readonly string[],
  env?: NodeJS.ProcessEnv,
): Promise<string> {
  const { code, output } = await run(program, words, env)
  if (code !== 0) throw new Error(`${program} ${words.join(' ')}\nended with ${code}:\n${lastLines(output)}`)
  return output
}

export function lastLines(text: string, count = 30): string {
  return text.trimEnd().split('\n').slice(-count).join('\n')
}
