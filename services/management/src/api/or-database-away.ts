import { isDatabaseAway } from '../database-away.ts'
import { ApiError } from './api-error.ts'

/**
 * What a query gives.
 * @throws {ApiError} `SERVICE_UNAVAILABLE` when the database could not do its work.
 */
export async function orDatabaseAway<T>(query: Promise<T>): Promise<T> {
  try {
    return await query
  } catch (cause) {
    throw isDatabaseAway(cause) ? new ApiError('SERVICE_UNAVAILABLE', { cause }) : cause
  }
}
