import { StoreError, type StoreFailure } from '../store-error.ts'

const FAILURES: Record<string, StoreFailure> = {
  ENOENT: 'gone',
  EACCES: 'refused',
  EPERM: 'refused',
  EROFS: 'refused',
  ENOSPC: 'refused',
  EDQUOT: 'refused',
}

/** Turns an error of the file system into a `StoreError`; returns any other error as it is. */
export function asStoreError(error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === undefined || syscall === undefined) return error
  return new StoreError(FAILURES[code] ?? 'unavailable', `${syscall} ${code}`)
}

/**
 * Awaits work of the file system.
 * @throws {StoreError} for its errors.
 */
export async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw asStoreError(error)
  }
}
