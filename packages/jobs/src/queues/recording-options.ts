/**
 * For jobs that management writes to its database. The number of attempts is practically unlimited: the worker decides when
 * a job cannot be written, which is then kept for an operator.
 */
export const RECORDING_OPTIONS = {
  attempts: 1_000_000,
  backoff: { type: 'custom' },
  removeOnComplete: true,
  removeOnFail: { age: 30 * 24 * 3600 },
}
