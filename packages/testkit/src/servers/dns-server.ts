// A small DNS server over UDP that answers questions from a script.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export type RecordType = 'A' | 'AAAA' | 'CNAME'

export interface DnsReply {
  /** `data` is an IP address, or a name for CNAME. */
  records?: { type: RecordType; data: string }[]
  ttlSeconds?: number
  /** 2 is SERVFAIL, 3 is NXDOMAIN. */
  rcode?: number
  /** Delay of the reply. */
  afterMs?: number
}

/** Returns the reply to one question; undefined for no reply. */
export type DnsScript = (name: string, type: RecordType) => DnsReply | undefined

const typeNumbers = { A: 1, CNAME: 5, AAAA: 28 }
const HEADER_BYTES = 12

/** Starts a server on a free port of 127.0.0.1. `questions` records the questions as `A name` and `AAAA name`. */
export async function startDnsServer(script: DnsScript) {
  const questions: string[] = []
  const waiting: NodeJS.Timeout[] = []
  const socket = createSocket('udp4')
  socket.on('message', (message, from) => {
    const question = readQuestion(message)
    questions.push(`${question.type} ${question.name}`)
    const reply = script(question.name, question.type)
    if (!reply) return
    const send = () => socket.send(encode(message, question.endsAt, reply), from.port, from.address)
    if (reply.afterMs) waiting.push(setTimeout(send, reply.afterMs))
    else send()
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')

  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    async [Symbol.asyncDispose]() {
      for (const timer of waiting) clearTimeout(timer)
      socket.close()
      await once(socket, 'close')
    },
  }
}

function readQuestion(message: Buffer): { name: string; type: RecordType; endsAt: number } {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const type = message.readUInt16BE(at + 1) === typeNumbers.AAAA ? 'AAAA' : 'A'
  return { name: labels.join('.').toLowerCase(), type, endsAt: at + 5 }
}

function encode(query: Buffer, questionEndsAt: number, reply: DnsReply): Buffer {
  const records = reply.records ?? []
  const head = Buffer.from(query.subarray(0, questionEndsAt))
  // Response, recursion desired and available.
  head.writeUInt16BE(0x8180 | (reply.rcode ?? 0), 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(records.length, 6)
  head.writeUInt32BE(0, 8)

  const body = records.map(({ type, data }) => {
    const value = type === 'CNAME' ? encodeName(data) : Buffer.from(addressBytes(data))
    const record = Buffer.alloc(12)
    // The name is a pointer to the name in the question.
    record.writeUInt16BE(0xc000 | HEADER_BYTES, 0)
    record.writeUInt16BE(typeNumbers[type], 2)
    record.writeUInt16BE(1, 4)
    record.writeUInt32BE(reply.ttlSeconds ?? 0, 6)
    record.writeUInt16BE(value.length, 10)
    return Buffer.concat([record, value])
  })
  return Buffer.concat([head, ...body])
}

function encodeName(name: string): Buffer {
  const labels = name
    .split('.')
    .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]))
  return Buffer.concat([...labels, Buffer.alloc(1)])
}

function addressBytes(address: string): number[] {
  if (!address.includes(':')) return address.split('.').map(Number)
  const [before = [], after = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const words = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  return words.flatMap((word) => [Number.parseInt(word, 16) >> 8, Number.parseInt(word, 16) & 0xff])
}
