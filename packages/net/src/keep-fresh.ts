/** Returns a function that returns what `read` returned last; it calls `read` again when that is older than `freshMs`. */
export function keepFresh<T>(
  read: () => T,
  freshMs: number,
  now: () => number = () => performance.now(),
): () => T {
  let value: T
  let readAtMs = -Infinity
  return () => {
    if (now() - readAtMs >= freshMs) {
      readAtMs = now()
      value = read()
    }
    return value
  }
}
