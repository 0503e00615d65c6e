import { flag, text } from '../kinds/index.ts'

/** Who is told when the render ends. */
export const webhook = {
  webhook_url: text('Address that receives an event when the render ends.', {
    maxBytes: 8192,
    secret: 'dispatcher',
    codes: { maxBytes: 'InvalidURLError', noNul: 'InvalidURLError' },
    owner: 'services/gateway/src/submit-render.ts',
  }),
  skip_webhooks: flag('Tell nobody, whatever the project says.', {
    owner: 'services/gateway/src/submit-render.ts',
  }),
}
