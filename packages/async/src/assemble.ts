/**
 * Builds an object from disposable parts. Disposing the object disposes its parts in reverse order; when `build` throws,
 * the parts made so far are disposed.
 */
export async function assemble<T extends object>(
  build: (parts: AsyncDisposableStack) => T | Promise<T>,
): Promise<T & AsyncDisposable> {
  await using parts = new AsyncDisposableStack()
  const built = await build(parts)
  const owned = parts.move()
  return Object.assign(built, { [Symbol.asyncDispose]: () => owned.disposeAsync() })
}
