import { isDatabaseUnavailable } from '../database/database-unavailable.ts'
import { ApiError, invalidRequest } from './api-error.ts'

/** Prisma's code for a unique value that another row already has. */
const NOT_UNIQUE = 'P2002'
/** Prisma's codes for a reference to a missing row, and for an update of a missing row. */
const MISSING_ROW = new Set<unknown>(['P2003', 'P2025'])

/**
 * Returns the result of a query.
 * @throws {ApiError} `SERVICE_UNAVAILABLE` when the database is unavailable.
 */
export function mapDatabaseErrors<T>(query: Promise<T>): Promise<T> {
  return mapError(query, (cause) =>
    isDatabaseUnavailable(cause) ? new ApiError('SERVICE_UNAVAILABLE', { cause }) : cause,
  )
}

/**
 * Returns the result of an endpoint that checked the rows it needs before it changes them.
 * @throws {ApiError} `NOT_FOUND` when a concurrent request deleted one of them in between.
 */
export function mapMissingRows<T>(running: Promise<T>): Promise<T> {
  return mapError(running, (error) => (MISSING_ROW.has(codeOf(error)) ? new ApiError('NOT_FOUND') : error))
}

/**
 * Returns the result of a statement that writes a unique `name`.
 * @throws {ApiError} `BAD_REQUEST` when another row already has that name.
 */
export function mapDuplicateName<T>(writing: Promise<T>): Promise<T> {
  return mapError(writing, (error) =>
    codeOf(error) === NOT_UNIQUE
      ? invalidRequest([{ path: 'body.name', message: 'is already in use' }])
      : error,
  )
}

async function mapError<T>(running: Promise<T>, map: (error: unknown) => unknown): Promise<T> {
  try {
    return await running
  } catch (error) {
    throw map(error)
  }
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown }).code
}
