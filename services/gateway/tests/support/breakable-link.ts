// A TCP link to a server that can be cut or frozen, as if the server were away.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export async function startLink(target: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  let frozen = false

  const server = createServer((near) => {
    const far = connect(target)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
      if (frozen) socket.pause()
    }
    near.pipe(far)
    far.pipe(near)
    if (frozen) freeze([near, far])
  })
  await listen(0)
  const { port } = server.address() as AddressInfo

  async function listen(at: number): Promise<void> {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
  }

  function freeze(some: Iterable<Socket>): void {
    for (const socket of some) socket.unpipe().pause()
  }

  async function cut(): Promise<void> {
    if (!server.listening) return
    server.close()
    for (const socket of sockets) socket.destroy()
    await once(server, 'close')
  }

  return {
    port,
    /** Connections end, and new ones are refused. */
    cut,
    mend: () => listen(port),
    /** Connections stay, and nothing passes. What was under way is lost when it thaws. */
    freeze() {
      frozen = true
      freeze(sockets)
    },
    thaw() {
      frozen = false
      for (const socket of sockets) socket.destroy()
    },
    [Symbol.asyncDispose]: cut,
  }
}
