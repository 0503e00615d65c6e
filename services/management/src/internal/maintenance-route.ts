import { isObject } from '@render/options'
import { optionsBody, type Route } from '@render/http'
import { asServiceUnavailable, readMaintenance, setMaintenance, type Maintenance } from '@render/jobs'
import type { ManagementContext } from '../context.ts'
import { requireToken } from './require-token.ts'
import { invalidField } from './invalid-field.ts'

const BODY_LIMIT_BYTES = 10_000
const DEFAULT_RETRY_SECONDS = 60
const MAX_RETRY_SECONDS = 86_400
const MAX_MESSAGE_LENGTH = 500

/**
 * `/internal/v1/maintenance`, for operators: maintenance mode, in which gateways refuse to create renders with 503 and
 * `Retry-After`; everything else continues. `GET` answers `{maintenance: null | {since, retryAfterSeconds, message}}`; `PUT`
 * takes `{maintenance: null | {retryAfterSeconds?: 1 to 86400, message?: string}}` and answers like `GET`. It works without
 * the database, so changes are in the log and not in the audit.
 */
export function maintenanceRoute({
  redis,
  tokens,
  logger,
}: Pick<ManagementContext, 'redis' | 'tokens' | 'logger'>): Route {
  return {
    name: 'internal maintenance',
    paths: ['/internal/v1/maintenance'],
    handlers: {
      get: [
        requireToken(tokens.operator),
        async (_req, res) => {
          res.json({ maintenance: await asServiceUnavailable(readMaintenance(redis)) })
        },
      ],
      put: [
        requireToken(tokens.operator),
        optionsBody(BODY_LIMIT_BYTES),
        async (req, res) => {
          const requested = parseMaintenance((req.body as { maintenance?: unknown }).maintenance)
          await asServiceUnavailable(setMaintenance(redis, requested))
          logger.warn({ maintenance: requested }, requested ? 'maintenance started' : 'maintenance ended')
          res.json({ maintenance: requested })
        },
      ],
    },
  }
}

function parseMaintenance(value: unknown): Maintenance | null {
  if (value === null) return null
  if (!isObject(value)) throw invalidField('maintenance', 'an object, or null')
  const { retryAfterSeconds = DEFAULT_RETRY_SECONDS, message = null } = value
  if (
    typeof retryAfterSeconds !== 'number' ||
    !Number.isInteger(retryAfterSeconds) ||
    retryAfterSeconds < 1 ||
    retryAfterSeconds > MAX_RETRY_SECONDS
  )
    throw invalidField('maintenance.retryAfterSeconds', `an integer from 1 to ${MAX_RETRY_SECONDS}`)
  if (
    message !== null &&
    (typeof message !== 'string' || message === '' || message.length > MAX_MESSAGE_LENGTH)
  )
    throw invalidField('maintenance.message', `a string of 1 to ${MAX_MESSAGE_LENGTH} characters`)
  return { since: new Date().toISOString(), retryAfterSeconds, message }
}
