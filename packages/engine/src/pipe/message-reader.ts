import { ENVELOPE, ENVELOPE_BYTES } from './cbor.ts'

export interface MessageHandler {
  /**
   * Returns the most bytes that a message may have; 0 to skip it. Called once for each message with its first bytes, at
   * least 4 kB of a message that is longer.
   */
  limitOf: (head: Buffer) => number
  receive: (message: Buffer) => void
  /** Called at the end of a message that was skipped, or that exceeded its limit, with its last bytes. */
  skip: (tail: Buffer, size: { bytes: number; isTooLong: boolean }) => void
  /** Called when something else than a message begins; nothing more is read. */
  onBroken: () => void
}

const HEAD_BYTES = 4096
const TAIL_BYTES = 128
const NOTHING = Buffer.alloc(0)

/**
 * Splits a stream of messages that are each in an envelope. Returns the function that takes its chunks. A message that is
 * skipped, or exceeds its limit, is never held in memory.
 */
export function createMessageReader({
  limitOf,
  receive,
  skip,
  onBroken,
}: MessageHandler): (chunk: Buffer) => void {
  /** Holds the first bytes of an envelope until its head is whole. */
  let start: Buffer = NOTHING
  /** Bytes of the message that have not come yet. */
  let left = 0
  let isBroken = false
  let parts: Buffer[] = []
  let bytes = 0
  /** Undefined until enough of the message is there to judge it. */
  let limit: number | undefined

  function add(part: Buffer, isLast: boolean): void {
    bytes += part.length
    parts.push(part)
    if (limit === undefined && (isLast || bytes >= HEAD_BYTES)) limit = limitOf(join())
    if (limit !== undefined && bytes > limit) parts = [tailOf(parts)]
    if (isLast) finish()
  }

  function finish(): void {
    const message = join()
    const size = { bytes, isTooLong: limit! > 0 }
    const isWhole = bytes <= limit!
    parts = []
    bytes = 0
    limit = undefined
    if (isWhole) receive(message)
    else skip(message, size)
  }

  function join(): Buffer {
    const joined = parts.length === 1 ? parts[0]! : Buffer.concat(parts)
    parts = [joined]
    return joined
  }

  /** Begins a message, once the head of its envelope is whole. Returns what there is of it. */
  function begin(chunk: Buffer): Buffer {
    start = start.length > 0 ? Buffer.concat([start, chunk]) : chunk
    if (start.length < ENVELOPE_BYTES) return NOTHING
    const message = start
    start = NOTHING
    left = ENVELOPE_BYTES + message.readUInt32BE(ENVELOPE.length)
    isBroken = !message.subarray(0, ENVELOPE.length).equals(ENVELOPE)
    return message
  }

  return (chunk) => {
    for (let rest = chunk; rest.length > 0 && !isBroken;) {
      if (left === 0) rest = begin(rest)
      if (isBroken) return onBroken()
      const part = rest.subarray(0, left)
      rest = rest.subarray(part.length)
      left -= part.length
      if (part.length > 0) add(part, left === 0)
    }
  }
}

/** Copies the last bytes, so that the rest is free. */
function tailOf(parts: readonly Buffer[]): Buffer {
  const last = parts.at(-1)!
  const from = last.length >= TAIL_BYTES ? last : Buffer.concat(parts)
  return Buffer.from(from.subarray(-TAIL_BYTES))
}
