import { RenderError, type ErrorCode, type ErrorDetail } from '@render/errors'

/** One thing that is wrong with the options of a request. */
export interface Complaint extends ErrorDetail {
  code: ErrorCode
}

/** The error for all that is wrong: with the code of the one complaint, or `InvalidOptions` for several. */
export function refusal(complaints: Complaint[]): RenderError {
  const [first, ...others] = complaints as [Complaint, ...Complaint[]]
  return new RenderError(others.length === 0 ? first.code : 'InvalidOptions', {
    message:
      others.length === 0 ? first.message : `Invalid options: ${complaints.map((c) => c.message).join(' ')}`,
    details: complaints.map(({ option, message }) => ({ option, message })),
  })
}
