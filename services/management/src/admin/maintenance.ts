import { readMaintenance, setMaintenance } from '@render/jobs'
import { WrongUse, type Command } from './command.ts'

const USUAL_RETRY_SECONDS = 60
const MOST_RETRY_SECONDS = 86_400

export const maintenance: Command = {
  name: 'maintenance',
  summary: 'has all gateways refuse to make renders, or go on; shows how it is when nothing is said',
  options: {
    switch: { value: 'ON', about: 'what to do', choices: ['on', 'off'] },
    'retry-after': {
      value: 'SECONDS',
      about: `when clients are to come back; ${USUAL_RETRY_SECONDS} unless said`,
    },
    message: { value: 'TEXT', about: 'what they are told' },
  },
  async run(context, { switch: wanted, 'retry-after': retryAfter, message = null }) {
    const seconds = Number(retryAfter ?? USUAL_RETRY_SECONDS)
    if (!Number.isInteger(seconds) || seconds < 1 || seconds > MOST_RETRY_SECONDS)
      throw new WrongUse(`--retry-after must be a whole number from 1 to ${MOST_RETRY_SECONDS}.`)
    const redis = await context.redis()
    const on = { since: new Date().toISOString(), retryAfterSeconds: seconds, message }
    if (wanted !== undefined) await setMaintenance(redis, wanted === 'on' ? on : null)
    return { maintenance: await readMaintenance(redis) }
  },
}
