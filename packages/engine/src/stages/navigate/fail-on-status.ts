import { failedBy } from '../../failure/failed-by.ts'
import { RetryWanted } from '../../failure/retry-wanted.ts'
import { stage } from '../../stage.ts'

/** Fails or retries by HTTP status; retrying comes first. Without the options error pages are rendered. */
export const failOnStatus = stage({
  name: 'fail-on-status',
  phase: 'navigate',
  owns: ['fail_on_3xx', 'fail_on_4xx', 'fail_on_5xx', 'fail_on', 'fail_on_except', 'retry_on'],
  direct: true,
  run({ response }, { fail_on_3xx, fail_on_4xx, fail_on_5xx, fail_on, fail_on_except, retry_on }) {
    if (!response) return
    const { statusCode: status, statusCodeInitial: initial } = response
    const isExcepted = matchesStatus(fail_on_except, status)
    const isError = status >= 400
    if (!isExcepted && (matchesStatus(retry_on, status) || (isError && retry_on?.includes('all'))))
      throw new RetryWanted(`${status}`, `Requested URL returned ${status}`)
    if (fail_on_3xx && isOf(3, initial)) throw failedBy('fail_on_3xx', 'Requested URL was redirected')
    if (isExcepted) return
    if (fail_on_4xx && isOf(4, status))
      throw failedBy('fail_on_4xx', 'Requested URL returned a 4xx error code')
    if (fail_on_5xx && isOf(5, status))
      throw failedBy('fail_on_5xx', 'Requested URL returned a 5xx error code')
    if (matchesStatus(fail_on, status))
      throw failedBy('fail_on', `Requested URL returned ${status}`, fail_on?.join(', '))
  },
})

function isOf(hundreds: number, status: number): boolean {
  return Math.floor(status / 100) === hundreds
}

/** Returns whether a status has one of the codes or belongs to one of the classes, such as `404` and `5xx`. */
function matchesStatus(codes: readonly string[] | undefined, status: number): boolean {
  return codes?.some((code) => code === `${status}` || code === `${Math.floor(status / 100)}xx`) ?? false
}
