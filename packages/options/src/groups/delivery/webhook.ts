import { flag, text } from '../../kinds/index.ts'

/** Options for the webhook of a render. */
export const webhook = {
  webhook_url: text('Webhook: address that receives an event when the render ends.', {
    maxBytes: 8192,
    secret: 'dispatcher',
    address: 'receiver',
    isOutsideCacheKey: true,
    codes: { maxBytes: 'InvalidURLError', noNul: 'InvalidURLError' },
    owner: 'services/gateway/src/make/prepare-render.ts',
  }),
  skip_webhooks: flag('Send no webhook, even when the project has one.', {
    isOutsideCacheKey: true,
    owner: 'services/gateway/src/make/prepare-render.ts',
  }),
}
