/** An attempt met a condition under which the caller wants another one. */
export class RetryWanted extends Error {
  /** As `retry_on` has it: a status code, or `small_size`. */
  readonly condition: string

  constructor(condition: string, message: string) {
    super(message)
    this.name = 'RetryWanted'
    this.condition = condition
  }
}
