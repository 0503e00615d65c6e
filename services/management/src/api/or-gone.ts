import { ApiError } from './api-error.ts'

/** Prisma's codes for a row that refers to none, and for a change of none. */
const GONE = new Set<unknown>(['P2003', 'P2025'])

/**
 * What an endpoint gives that looked whether all is there before it changed something.
 * @throws {ApiError} `NOT_FOUND` when something was deleted meanwhile.
 */
export async function orGone<T>(running: Promise<T>): Promise<T> {
  try {
    return await running
  } catch (error) {
    throw GONE.has((error as { code?: unknown }).code) ? new ApiError('NOT_FOUND') : error
  }
}
