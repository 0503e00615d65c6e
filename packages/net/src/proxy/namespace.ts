import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readlink } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** A network namespace without a connection to any other network. */
export interface NetworkNamespace extends AsyncDisposable {
  /** Command prefix that starts a program inside. */
  readonly enter: readonly string[]
}

const SCRIPT = fileURLToPath(new URL('namespace.sh', import.meta.url))
const TIMEOUT_MS = 10_000

/** A link whose target identifies the network namespace of a process. */
const NETWORK = '/proc/self/ns/net'

const run = promisify(execFile)

/**
 * Creates a network namespace. It exists as long as this process holds it or a process runs inside. Programs are found in
 * the folders of `path`.
 * @throws {Error} when the machine does not allow it or a program is missing.
 */
export async function createNamespace(path: string | undefined): Promise<NetworkNamespace> {
  const isRoot = process.getuid?.() === 0
  const env = { PATH: path }
  const kinds = isRoot ? (['net'] as const) : (['net', 'user'] as const)
  const own = isRoot ? [] : ['--user', '--map-current-user', '--keep-caps']
  const outside = await readlink(NETWORK)
  const first = spawn('unshare', ['--net', ...own, 'sh', SCRIPT, outside], { env, timeout: TIMEOUT_MS })
  const complaint = text(first.stderr)
  first.stdin.on('error', () => undefined)
  const nsenter = await new Promise<string>((resolve, reject) => {
    first.stdout.once('data', (line) => resolve(String(line).trim()))
    first.once('error', reject)
    first.once('close', () => {
      void complaint.then((words) => reject(new Error(words.trim() || 'unshare ended.')))
    })
  })

  await using held = new AsyncDisposableStack()
  const enter = [nsenter, '--preserve-credentials']
  for (const kind of kinds) {
    const handle = held.use(await open(`/proc/${first.pid}/ns/${kind}`))
    enter.push(`--${kind}=/proc/${process.pid}/fd/${handle.fd}`)
  }
  // The first process ends with its input.
  first.stdin.end()
  await once(first, 'exit')
  const { stdout } = await run(nsenter, [...enter.slice(1), 'readlink', NETWORK], { env })
  // A program that listens on all addresses inside must not do so outside.
  if (stdout.trim() === outside) throw new Error('nsenter did not enter the network namespace.')
  const kept = held.move()
  return { enter, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}
