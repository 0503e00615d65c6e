import { StoreError, type StoreFailure } from '../store-error.ts'
import { failureOf, type UploadFailure } from '../upload-failure.ts'

/** Codes of answers 404 that are about an object, and not about its bucket. A HEAD has no code. */
const NO_OBJECT = new Set(['NoSuchKey', 'BlobNotFound', undefined])

/** Turns an error of a request into a `StoreError`, which names the operation, and the status and code of the answer. */
export function asStoreError(operation: string, error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const failure = failureOf(error)
  return new StoreError(
    kindOf(failure),
    `${operation}: ${failure.message}${reasonOf(failure, error as NodeJS.ErrnoException)}`,
  )
}

function kindOf({ status, code, isRetryable }: UploadFailure): StoreFailure {
  if (status === 404 && NO_OBJECT.has(code)) return 'gone'
  return isRetryable ? 'unavailable' : 'refused'
}

/** Says why there was no answer, such as `ENOTFOUND`. */
function reasonOf({ status }: UploadFailure, { code, name }: NodeJS.ErrnoException): string {
  if (status !== undefined) return ''
  if (name === 'CredentialsProviderError') return ', without credentials'
  return code !== undefined && /^[A-Z_]+$/.test(code) ? `, ${code}` : ''
}
