import { optionsBody, type Route } from '@render/http'
import { orQueueAway, readMaintenance, setMaintenance, type Maintenance } from '@render/jobs'
import type { ManagementContext } from '../context.ts'
import { requireToken } from './require-token.ts'
import { isObject, wrong } from './wrong.ts'

const BODY_LIMIT_BYTES = 10_000
const USUAL_RETRY_SECONDS = 60
const MOST_RETRY_SECONDS = 86_400
const LONGEST_MESSAGE = 500

/**
 * `/internal/v1/maintenance`, for operators: whether gateways refuse to make renders, 503 with `Retry-After`; all else goes
 * on. `GET` answers `{maintenance: null | {since, retryAfterSeconds, message}}`; `PUT` takes
 * `{maintenance: null | {retryAfterSeconds?: 1 to 86400, message?: text}}` and answers alike. It needs no
 * database, so the log has it and not the audit.
 */
export function maintenance({
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
          res.json({ maintenance: await orQueueAway(readMaintenance(redis)) })
        },
      ],
      put: [
        requireToken(tokens.operator),
        optionsBody(BODY_LIMIT_BYTES),
        async (req, res) => {
          const wanted = maintenanceOf((req.body as { maintenance?: unknown }).maintenance)
          await orQueueAway(setMaintenance(redis, wanted))
          logger.warn({ maintenance: wanted }, wanted ? 'maintenance begins' : 'maintenance is over')
          res.json({ maintenance: wanted })
        },
      ],
    },
  }
}

function maintenanceOf(wanted: unknown): Maintenance | null {
  if (wanted === null) return null
  if (!isObject(wanted)) throw wrong('maintenance', 'an object, or null')
  const { retryAfterSeconds = USUAL_RETRY_SECONDS, message = null } = wanted
  const seconds = Number(retryAfterSeconds)
  if (
    typeof retryAfterSeconds !== 'number' ||
    !Number.isInteger(seconds) ||
    seconds < 1 ||
    seconds > MOST_RETRY_SECONDS
  )
    throw wrong('maintenance.retryAfterSeconds', `a whole number from 1 to ${MOST_RETRY_SECONDS}`)
  if (message !== null && (typeof message !== 'string' || message === '' || message.length > LONGEST_MESSAGE))
    throw wrong('maintenance.message', `a text of 1 to ${LONGEST_MESSAGE} characters`)
  return { since: new Date().toISOString(), retryAfterSeconds: seconds, message }
}
