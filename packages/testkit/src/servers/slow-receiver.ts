import { setTimeout as sleep } from 'node:timers/promises'
import { listenOn, ORIGIN_HOST } from './origin.ts'

/** A server that reads uploads slowly. */
export interface SlowReceiver extends AsyncDisposable {
  url: string
  /** Number of requests. */
  begun: number
  /** Number of requests whose connection was closed before they were answered. */
  cut: number
  /** The bodies that were read to their end, by path. */
  stored: Map<string, Buffer>
}

/** Starts a server that answers 201 once it has read a body at this rate. Disposing it cuts what is left. */
export async function startSlowReceiver(bytesPerSecond: number): Promise<SlowReceiver> {
  const server = await listenOn(ORIGIN_HOST, (req, res) => {
    receiver.begun += 1
    res.once('close', () => {
      if (!res.writableFinished) receiver.cut += 1
    })
    void readSlowly(req).then(
      (body) => {
        if (res.closed) return
        receiver.stored.set(new URL(req.url!, server.url).pathname, body)
        res.writeHead(201).end()
      },
      // The client has cut the connection.
      () => undefined,
    )
  })
  const receiver: SlowReceiver = { ...server, begun: 0, cut: 0, stored: new Map() }
  return receiver

  async function readSlowly(req: AsyncIterable<Buffer>): Promise<Buffer> {
    const chunks: Buffer[] = []
    for await (const chunk of req) {
      chunks.push(chunk)
      await sleep((chunk.length / bytesPerSecond) * 1000, undefined, { ref: false })
    }
    return Buffer.concat(chunks)
  }
}
