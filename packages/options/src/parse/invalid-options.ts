import { RenderError, type ErrorCode, type ErrorDetail } from '@render/errors'

/** One error in the options of a request. */
export interface Problem extends ErrorDetail {
  code: ErrorCode
}

/** Builds one error for all problems, with the code of a single problem, or `InvalidOptions` for several. */
export function invalidOptions(problems: Problem[]): RenderError {
  const [first, ...others] = problems as [Problem, ...Problem[]]
  return new RenderError(others.length === 0 ? first.code : 'InvalidOptions', {
    message:
      others.length === 0 ? first.message : `Invalid options: ${problems.map((c) => c.message).join(' ')}`,
    details: problems.map(({ option, message }) => ({ option, message })),
  })
}
