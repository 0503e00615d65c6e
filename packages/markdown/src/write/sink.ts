/** Takes the lines of a document, with what stands before them in lists and quotes, up to a limit of bytes. */
export interface Sink {
  /** True once a line did not fit; all further ones are left out. */
  readonly isFull: boolean
  line(text: string): void
  /** Writes with `first` before the first line and `rest` before the others. */
  within(first: string, rest: string, write: () => void): void
  /** Marks the end of a block: a document that is too large ends there. */
  endBlock(): void
  /** Returns the lines up to the last block that fitted. */
  text(): string
}

interface Prefix {
  first: string
  rest: string
  isUsed: boolean
}

export function createSink(maxBytes: number): Sink {
  const lines: string[] = []
  const prefixes: Prefix[] = []
  let bytes = 0
  let isFull = false
  let ended = 0

  function prefix(): string {
    let text = ''
    for (const { isUsed, first, rest } of prefixes) text += isUsed ? rest : first
    return text
  }

  return {
    get isFull() {
      return isFull
    },
    line(text) {
      if (isFull) return
      const line = text === '' ? prefix().trimEnd() : prefix() + text
      bytes += Buffer.byteLength(line) + 1
      isFull = bytes > maxBytes
      if (isFull) return
      lines.push(line)
      for (const each of prefixes) each.isUsed = true
    },
    within(first, rest, write) {
      prefixes.push({ first, rest, isUsed: false })
      write()
      prefixes.pop()
    },
    endBlock() {
      if (!isFull) ended = lines.length
    },
    text() {
      const kept = isFull ? lines.slice(0, ended) : lines
      return kept.length === 0 ? '' : `${kept.join('\n')}\n`
    },
  }
}
