import { flag, int, list, oneOf, text } from '../../kinds/index.ts'

/** Response types that contain the file. */
export const RESPONSE_TYPES_WITH_FILE: ReadonlySet<string> = new Set(['binary', 'base64'])

/** The value of `redirect_after` where none is set, and the largest one. */
export const REDIRECT_SECONDS = { default: 95, maximum: 300 }

/** Options for the response to the caller. */
export const response = {
  response_type: oneOf('Form of the response.', ['json', 'jsondebug', 'binary', 'base64', 'none'], {
    default: 'json',
    isOutsideCacheKey: true,
    owner: 'services/gateway/src/answer/result-writers.ts',
  }),
  json: flag('Shorthand for response_type json.'),
  debug: flag('Shorthand for response_type jsondebug.'),
  debug_url: text('Address for debug reports.', {
    isPrivate: true,
    maxBytes: 8192,
    accepted: 'reports are never sent; use response_type jsondebug to get them in the response',
  }),
  redirect_after: int(
    'Time after which a synchronous request is redirected to an address that keeps waiting; 0 disables the redirect. The operator can set another default.',
    {
      unit: 's',
      minimum: 0,
      ...REDIRECT_SECONDS,
      isOutsideCacheKey: true,
      owner: 'services/gateway/src/make/prepare-render.ts',
    },
  ),
  mock: flag('Return a mock result of the same form, without rendering.', {
    owner: 'services/render-worker/src/attempt-render.ts',
  }),
  mock_cost: int('Cost in renders that a mock result reports.', {
    unit: 'renders',
    minimum: 0,
    maximum: 1000,
    default: 0,
    needs: ['mock'],
    owner: 'services/render-worker/src/outcome-of.ts',
  }),
  tag: list('Labels stored with the record of the render.', {
    isSplit: true,
    maxItems: 10,
    maxBytes: 64,
    items: 'labels',
    isOutsideCacheKey: true,
    owner: 'services/management/src/renders/list-renders.ts',
  }),
  custom_id: text("The caller's own ID, returned with the result.", {
    maxBytes: 256,
    takesNumbers: true,
    isOutsideCacheKey: true,
    owner: 'services/gateway/src/answer/result-writers.ts',
  }),
}
