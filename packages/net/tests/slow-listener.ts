import { once } from 'node:events'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'

/** Answers each connection with an empty response. It accepts none until `gate` opens. */
const LISTENER = `
const { parentPort, workerData: { host, gate } } = require('node:worker_threads')
const server = require('node:net').createServer((socket) => {
  socket.on('error', () => undefined)
  socket.once('data', () => socket.end('HTTP/1.1 204 No Content\\r\\nconnection: close\\r\\n\\r\\n'))
})
server.listen({ host, port: 0, backlog: 1 }, () => {
  parentPort.postMessage(server.address().port)
  setImmediate(() => Atomics.wait(gate, 0, 0, 10000))
})
`

/** Starts a listener whose queue is full: the first packet of a connection is lost, and sent again after a second. */
export async function startSlowListener(host: string) {
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(LISTENER, { eval: true, workerData: { host, gate } })
  const [port] = (await once(worker, 'message')) as [number]
  const queued = await Promise.all(
    [1, 2].map(async () => {
      const socket = connect(port, host)
      await once(socket, 'connect')
      return socket
    }),
  )
  return {
    port,
    /** Accepts connections from now on. */
    accept() {
      Atomics.store(gate, 0, 1)
      Atomics.notify(gate, 0)
    },
    async [Symbol.asyncDispose]() {
      for (const socket of queued) socket.destroy()
      await worker.terminate()
    },
  }
}
