import { RenderError } from '@render/errors'
import type { OptionName } from '@render/options'

/**
 * Returns the error of a render that fails because of an option; `happened` is the reason: `Requested URL returned a 4xx
 * error code`.
 */
export function failedBy(option: OptionName, happened: string, value = 'true'): RenderError {
  return new RenderError('RenderFailedError', {
    message: `Failed to render. ${happened} and ${option} was ${value}`,
    details: [{ option, message: happened }],
  })
}
