import { flag, text } from '../kinds/index.ts'

/** Where the render runs. */
export const routing = {
  render_queue: text('Queue of workers that the operator has named.', { maxBytes: 64 }),
  region: text('Label of workers that the operator has given.', { maxBytes: 64 }),
  cloudrun: flag('Run the render elsewhere.', {
    accepted: 'renders run nowhere but on the workers of this service',
  }),
}
