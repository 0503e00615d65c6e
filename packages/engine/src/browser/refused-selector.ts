import { RenderError } from '@render/errors'

/** What the caller is told of a selector that the browser does not understand. */
export function refusedSelector(option: string, kind: 'CSS selector' | 'XPath'): RenderError {
  const message = `"${option}" must be a valid ${kind}.`
  return new RenderError('InvalidOptions', { message, details: [{ option, message }] })
}
