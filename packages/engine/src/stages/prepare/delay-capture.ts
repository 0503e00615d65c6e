import { setTimeout as sleep } from 'node:timers/promises'
import { stage } from '../../stage.ts'

/** A fixed pause, after every wait and interaction. */
export const delayCapture = stage({
  name: 'delay-capture',
  phase: 'prepare',
  owns: ['delay'],
  async run({ signal }, { delay }) {
    if (delay > 0) await sleep(delay, undefined, { signal })
  },
})
