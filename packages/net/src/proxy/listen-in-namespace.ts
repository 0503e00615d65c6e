import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Server } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { NetworkNamespace } from './namespace.ts'

const PROGRAM = fileURLToPath(new URL('namespace-listener.ts', import.meta.url))

/**
 * Returns a server that listens inside a network namespace while this process stays outside: a socket belongs to the
 * namespace it was made in, whichever process holds it. A short-lived program inside makes it and sends it over.
 */
export async function listenInNamespace(enter: NetworkNamespace['enter']): Promise<Server> {
  const [nsenter, ...words] = enter
  const child = fork(PROGRAM, {
    execPath: nsenter,
    execArgv: [...words, process.execPath],
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let listener: unknown
  child.once('message', (_, handle) => {
    listener = handle
    // While both processes hold the socket, either may accept a connection.
    child.disconnect()
  })
  await once(child, 'exit')
  if (listener instanceof Server) return listener
  throw new Error('The egress proxy cannot listen in the network namespace.')
}
