import { RenderError } from '@render/errors'

/** Returns the error for a selector that the browser cannot parse. */
export function refusedSelector(option: string, kind: 'CSS selector' | 'XPath'): RenderError {
  return RenderError.forOption(option, `"${option}" must be a valid ${kind}.`)
}

/** The warning for a selector without a match, when it only decides what is shown. */
export const IGNORED_SELECTOR = '"selector" matched no element and was ignored.'
