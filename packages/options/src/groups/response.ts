import { flag, int, list, oneOf, text } from '../kinds/index.ts'

/** How and when the answer reaches the caller. */
export const response = {
  response_type: oneOf('Form of the answer.', ['json', 'jsondebug', 'binary', 'base64', 'none'], {
    default: 'json',
    owner: 'services/gateway/src/result-forms.ts',
  }),
  json: flag('Short for response_type json.'),
  debug: flag('Short for response_type jsondebug.'),
  debug_url: text('Address for reports to the makers.', {
    maxBytes: 8192,
    accepted: 'reports are never sent anywhere: response_type jsondebug has them in the answer',
  }),
  redirect_after: int(
    'Time after which a synchronous request is redirected to go on waiting; 0 never redirects.',
    {
      unit: 's',
      minimum: 0,
      maximum: 300,
      default: 95,
      owner: 'services/gateway/src/await-render.ts',
    },
  ),
  mock: flag('Answer with a made-up success of the same form, without rendering.', {
    owner: 'services/render-worker/src/attempt-render.ts',
  }),
  mock_cost: int('Renders that a made-up success says it cost.', {
    unit: 'renders',
    minimum: 0,
    maximum: 1000,
    default: 0,
    needs: ['mock'],
    owner: 'services/render-worker/src/attempt-render.ts',
  }),
  tag: list('Labels kept with the record of the render.', {
    isSplit: true,
    maxItems: 10,
    maxBytes: 64,
    items: 'labels',
    owner: 'services/gateway/src/submit-render.ts',
  }),
  custom_id: text("The caller's own id, given back with the result.", {
    maxBytes: 256,
    owner: 'services/gateway/src/result-forms.ts',
  }),
}
