/** Keeps what the page prints to its console, and its errors, as lines of text for `readConsole`. Nothing is printed. */
export function recordConsole({ lines: maxLines, length }: { lines: number; length: number }): void {
  const KEY = Symbol.for('render.console')
  // The next document of a frame may reuse the window of the first one.
  if (KEY in globalThis) return
  const lines: string[] = []
  Object.defineProperty(globalThis, KEY, { value: lines })
  const { stringify } = JSON
  const toText: (value: unknown) => string = String
  const write = (value: unknown): string => {
    try {
      const isObject = typeof value === 'object' && value !== null && !(value instanceof Error)
      return isObject ? stringify(value) : toText(value)
    } catch {
      return typeof value
    }
  }
  const record = (method: string, values: readonly unknown[]): void => {
    if (lines.length >= maxLines) return
    let text = `${method}:`
    for (let at = 0; at < values.length && text.length < length; at += 1) text += ` ${write(values[at])}`
    lines[lines.length] = text.slice(0, length)
  }
  const { console: own } = globalThis as unknown as { console: Record<string, object> }
  for (const method of ['debug', 'error', 'info', 'log', 'trace', 'warn'])
    own[method] = new Proxy(own[method]!, { apply: (_, __, values) => record(method, values as unknown[]) })
  const page = globalThis as unknown as {
    addEventListener(type: string, listen: (event: { message?: string; reason?: unknown }) => void): void
  }
  page.addEventListener('error', ({ message }) => record('uncaught', [message]))
  page.addEventListener('unhandledrejection', ({ reason }) => record('unhandled', [reason]))
}
