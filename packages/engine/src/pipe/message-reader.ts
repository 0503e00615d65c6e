export interface MessageHandler {
  /**
   * Returns the most bytes that a message may have; 0 to skip it. Called once for each message with its first bytes, at
   * least 4 kB of a message that is longer.
   */
  limitOf: (head: Buffer) => number
  receive: (message: Buffer) => void
  /** Called at the end of a message that was skipped, or that exceeded its limit, with its last bytes. */
  skip: (tail: Buffer, size: { bytes: number; isTooLong: boolean }) => void
}

const HEAD_BYTES = 4096
const TAIL_BYTES = 128
const END = 0

/**
 * Splits a stream of messages that each end with a NUL byte. Returns the function that takes its chunks. A message that
 * is skipped, or exceeds its limit, is never held in memory.
 */
export function createMessageReader({ limitOf, receive, skip }: MessageHandler): (chunk: Buffer) => void {
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

  return (chunk) => {
    let start = 0
    for (let end; (end = chunk.indexOf(END, start)) >= 0; start = end + 1)
      add(chunk.subarray(start, end), true)
    if (start < chunk.length) add(chunk.subarray(start), false)
  }
}

/** Copies the last bytes, so that the rest is free. */
function tailOf(parts: readonly Buffer[]): Buffer {
  const last = parts.at(-1)!
  const from = last.length >= TAIL_BYTES ? last : Buffer.concat(parts)
  return Buffer.from(from.subarray(-TAIL_BYTES))
}
