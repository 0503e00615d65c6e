import { flag, text } from '../../kinds/index.ts'

const owner = 'services/gateway/src/make/route-render.ts'

/** Options for the workers that run the render. */
export const routing = {
  render_queue: text('Queue of the workers to use, by the name that the operator gave it.', {
    maxBytes: 64,
    owner,
  }),
  region: text('Region of the workers to use, by the name that the operator gave it.', {
    maxBytes: 64,
    owner,
  }),
  cloudrun: flag('Run the render in the cloud.', {
    accepted: 'renders only run on the workers of this service',
  }),
}
