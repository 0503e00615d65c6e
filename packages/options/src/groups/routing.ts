import { flag, text } from '../kinds/index.ts'

const owner = 'services/gateway/src/route-render.ts'

/** Where the render runs. */
export const routing = {
  render_queue: text('Queue of workers that the operator has named.', { maxBytes: 64, owner }),
  region: text('Label of workers that the operator has given.', { maxBytes: 64, owner }),
  cloudrun: flag('Run the render elsewhere.', {
    accepted: 'renders run nowhere but on the workers of this service',
  }),
}
