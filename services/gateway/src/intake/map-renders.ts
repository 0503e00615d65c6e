import { RenderError, type ErrorDetail } from '@render/errors'
import type { Intake } from './intake.ts'

/** Runs `work` for every render of a request, in a batch as `mapBatch` does. */
export async function mapRenders<R>(
  { renders, batch }: Pick<Intake, 'renders' | 'batch'>,
  work: (render: Intake['renders'][number], index: number) => R | Promise<R>,
): Promise<R[]> {
  return batch ? mapBatch(renders, work) : Promise.all(renders.map(async (each, index) => work(each, index)))
}

/**
 * Runs `work` for every render of a batch and returns the results in their order.
 * @throws {RenderError} `InvalidOptions` with every problem of every render, when the caller can correct all of them.
 */
export async function mapBatch<T, R>(
  renders: T[],
  work: (render: T, index: number) => R | Promise<R>,
): Promise<R[]> {
  const results = await Promise.allSettled(renders.map(async (render, index) => work(render, index)))
  const problems = results.flatMap((result, index) =>
    result.status === 'rejected' ? [problemsOf(index, result.reason)] : [],
  )
  if (problems.length > 0) {
    const details = problems.flat()
    const message = `${problems.length} of ${renders.length} renders cannot be made. ${details[0]!.message}`
    throw new RenderError('InvalidOptions', { message, details })
  }
  return results.map((result) => (result as PromiseFulfilledResult<Awaited<R>>).value)
}

function problemsOf(index: number, error: unknown): ErrorDetail[] {
  if (!(error instanceof RenderError) || error.status >= 500) throw error
  const { message, details } = error
  const path = `renders[${index}]`
  if (!details) return [{ option: path, message: `${path}: ${message}` }]
  return details.map((detail) => ({
    option: `${path}.${detail.option}`,
    message: `${path}: ${detail.message}`,
  }))
}
