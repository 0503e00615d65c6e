import { stage } from '../../stage.ts'

/** Pauses for a fixed time, after all waits and interactions. */
export const delayCapture = stage({
  name: 'delay-capture',
  phase: 'prepare',
  owns: ['delay'],
  direct: true,
  async run({ tab, signal }, { delay }) {
    if (delay > 0) await tab.time.sleep(delay, signal)
  },
})
