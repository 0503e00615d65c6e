/** Reports that an attempt met a condition of `retry_on`, under which the caller wants another attempt. */
export class RetryWanted extends Error {
  /** The condition as `retry_on` names it: a status code, or `small_size`. */
  readonly condition: string

  constructor(condition: string, message: string) {
    super(message)
    this.name = 'RetryWanted'
    this.condition = condition
  }
}
