import { RenderError } from '@render/errors'
import type { OptionName } from '@render/options'

/** A render that fails as an option says, with what happened: `Requested URL returned a 4xx error code`. */
export function failedBy(option: OptionName, happened: string, value = 'true'): RenderError {
  return new RenderError('RenderFailedError', {
    message: `Failed to render. ${happened} and ${option} was ${value}`,
    details: [{ option, message: happened }],
  })
}
