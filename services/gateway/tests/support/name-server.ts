// A name server that knows the addresses it is given and nothing else.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const HEADER_BYTES = 12
const NXDOMAIN = 3
const TYPE_A = 1

/** Names below `silent` are never answered. */
export async function startNameServer(zone: Record<string, string>, silent: string) {
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const { name, type, endsAt } = readQuestion(query)
    if (name.endsWith(`.${silent}`)) return
    const address = type === TYPE_A ? zone[name] : undefined
    socket.send(encode(query.subarray(0, endsAt), address), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    async [Symbol.asyncDispose]() {
      socket.close()
      await once(socket, 'close')
    },
  }
}

function readQuestion(query: Buffer) {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), endsAt: at + 5 }
}

function encode(question: Buffer, address: string | undefined): Buffer {
  const head = Buffer.from(question)
  head.writeUInt16BE(0x8180 | (address ? 0 : NXDOMAIN), 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(address ? 1 : 0, 6)
  head.writeUInt32BE(0, 8)
  if (!address) return head
  // A pointer to the question's name, type A, class IN, no lifetime, four bytes.
  const record = Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4])
  return Buffer.concat([head, record, Buffer.from(address.split('.').map(Number))])
}
