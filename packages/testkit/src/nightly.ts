/** Whether `npm run nightly` runs the tests, which then try more than `npm test` has time for. */
export const isNightly = process.env.TEST_TIER === 'nightly'

/** Returns rows of a table of tests that only the nightly run includes. */
export function nightly<Row>(rows: Record<string, Row>): Record<string, Row> {
  return isNightly ? rows : {}
}
