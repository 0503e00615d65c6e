import { int, text } from '../kinds.ts'

/** How and when the answer reaches the caller. */
export const response = {
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
  webhook_url: text('Address that receives an event when the render ends.', {
    maxBytes: 8192,
    secret: 'dispatcher',
    codes: { maxBytes: 'InvalidURLError', noNul: 'InvalidURLError' },
    owner: 'services/gateway/src/submit-render.ts',
  }),
}
