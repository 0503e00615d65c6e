import { readMaintenance, setMaintenance } from '@render/jobs'
import {
  DEFAULT_RETRY_SECONDS,
  MAX_MESSAGE_LENGTH,
  MAX_RETRY_SECONDS,
} from '../internal/maintenance-route.ts'
import { UsageError, type Command } from './command.ts'

export const maintenance: Command = {
  name: 'maintenance',
  summary: 'switches maintenance mode, in which gateways refuse new renders; without --switch shows it',
  options: {
    switch: { value: 'ON', about: 'the new state', choices: ['on', 'off'] },
    'retry-after': {
      value: 'SECONDS',
      about: `when clients should retry, default: ${DEFAULT_RETRY_SECONDS}`,
    },
    message: { value: 'TEXT', about: 'message to clients' },
  },
  async run(context, { switch: state, 'retry-after': retryAfter, message = null }) {
    const seconds = Number(retryAfter ?? DEFAULT_RETRY_SECONDS)
    if (!Number.isInteger(seconds) || seconds < 1 || seconds > MAX_RETRY_SECONDS)
      throw new UsageError(`--retry-after must be an integer from 1 to ${MAX_RETRY_SECONDS}.`)
    if (message === '' || (message && message.length > MAX_MESSAGE_LENGTH))
      throw new UsageError(`--message must have 1 to ${MAX_MESSAGE_LENGTH} characters.`)
    const redis = await context.redis()
    const on = { since: new Date().toISOString(), retryAfterSeconds: seconds, message }
    if (state !== undefined) await setMaintenance(redis, state === 'on' ? on : null)
    return { maintenance: await readMaintenance(redis) }
  },
}
