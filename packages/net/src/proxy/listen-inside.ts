import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Server } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { NetworkNamespace } from '../namespace.ts'

const PROGRAM = fileURLToPath(new URL('listener.ts', import.meta.url))

/**
 * Listens inside a namespace from outside of it: a socket belongs to the network that it was made in, whoever holds it. A
 * program goes in, makes it, hands it over and ends.
 */
export async function listenInside(enter: NetworkNamespace['enter']): Promise<Server> {
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
    // While both have it, connections may go to either.
    child.disconnect()
  })
  await once(child, 'exit')
  if (listener instanceof Server) return listener
  throw new Error('No way out could be opened in the network namespace.')
}
