import { RenderError, type ErrorDetail } from '@render/errors'

/**
 * Does the same for every render of a request; gives what came of it, in their order.
 * @throws {RenderError} `InvalidOptions` with every complaint about every render, when it is the caller's to mend them.
 */
export async function eachRender<T, R>(
  renders: T[],
  work: (render: T, index: number) => R | Promise<R>,
): Promise<R[]> {
  const results = await Promise.allSettled(renders.map(async (render, index) => work(render, index)))
  const wrong = results.flatMap((result, index) =>
    result.status === 'rejected' ? [complaintsAbout(index, result.reason)] : [],
  )
  if (wrong.length > 0) {
    const details = wrong.flat()
    const message = `${wrong.length} of ${renders.length} renders cannot be made. ${details[0]!.message}`
    throw new RenderError('InvalidOptions', { message, details })
  }
  return results.map((result) => (result as PromiseFulfilledResult<Awaited<R>>).value)
}

function complaintsAbout(index: number, error: unknown): ErrorDetail[] {
  if (!(error instanceof RenderError) || error.status >= 500) throw error
  const { message, details } = error
  const place = `renders[${index}]`
  if (!details) return [{ option: place, message: `${place}: ${message}` }]
  return details.map((detail) => ({
    option: `${place}.${detail.option}`,
    message: `${place}: ${detail.message}`,
  }))
}
