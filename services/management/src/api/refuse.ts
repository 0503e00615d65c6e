import { ApiError, type Complaint } from './api-error.ts'

/** `BAD_REQUEST` with all that is wrong with a request; there is something. */
export function refusal(data: Complaint[]): ApiError {
  const [first] = data
  return new ApiError('BAD_REQUEST', { message: `"${first!.path}" ${first!.message}.`, data })
}

/** @throws {ApiError} when an organisation has as many of one thing as it may. */
export function refuseMoreThan(most: number, count: number): void {
  if (count >= most) throw refusal([{ path: 'body', message: `is one more than the ${most} there may be` }])
}
