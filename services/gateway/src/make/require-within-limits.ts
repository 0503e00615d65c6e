import { RenderError } from '@render/errors'
import type { AdmissionRequest } from '@render/jobs'

/**
 * Refuses renders that exceed the limits of outstanding renders by themselves: no retry could succeed.
 * @throws {RenderError} `InvalidOptions` for too many renders, `BodyTooLarge` for too large ones.
 */
export function requireWithinLimits({
  renders,
  maxOutstanding,
  maxBytes,
  maxAllBytes,
}: Pick<AdmissionRequest, 'renders' | 'maxOutstanding' | 'maxBytes' | 'maxAllBytes'>): void {
  // A request for one render has no list that could be shorter.
  if (renders.length > Math.max(1, maxOutstanding)) {
    const message = `"renders" must be a list of at most ${maxOutstanding} renders: the project can have no more outstanding ones.`
    throw RenderError.forOption('renders', message)
  }
  const bytes = renders.reduce((sum, render) => sum + render.bytes, 0)
  const most = Math.min(maxBytes, maxAllBytes)
  if (bytes <= most) return
  const message = `The request is too large: in the queue it takes ${bytes} bytes of at most ${most}.`
  throw new RenderError('BodyTooLarge', { message })
}
