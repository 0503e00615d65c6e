import type { Route } from '@render/http'
import { asServiceUnavailable, readMaintenance, setMaintenance, type Maintenance } from '@render/jobs'
import { Type } from 'typebox'
import { nullable } from '../api/schemas.ts'
import { validator } from '../api/validate.ts'
import type { ManagementContext } from '../context.ts'
import { internalRoute } from './internal-route.ts'
import { invalidBody, withBody } from './with-body.ts'

export const DEFAULT_RETRY_SECONDS = 60
export const MAX_RETRY_SECONDS = 86_400
export const MAX_MESSAGE_LENGTH = 500

const readBody = validator(
  Type.Object({
    maintenance: nullable(
      Type.Object({
        retryAfterSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_RETRY_SECONDS })),
        message: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: MAX_MESSAGE_LENGTH }))),
      }),
    ),
  }),
  invalidBody,
)

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
  return internalRoute('maintenance', '/internal/v1/maintenance', tokens.operator, {
    get: async (_req, res) => {
      res.json({ maintenance: await asServiceUnavailable(readMaintenance(redis)) })
    },
    put: withBody(readBody, async (body) => {
      const maintenance = maintenanceOf(body.maintenance)
      await asServiceUnavailable(setMaintenance(redis, maintenance))
      logger.warn({ maintenance }, maintenance ? 'maintenance started' : 'maintenance ended')
      return { maintenance }
    }),
  })
}

function maintenanceOf(requested: ReturnType<typeof readBody>['maintenance']): Maintenance | null {
  if (!requested) return null
  const { retryAfterSeconds = DEFAULT_RETRY_SECONDS, message = null } = requested
  return { since: new Date().toISOString(), retryAfterSeconds, message }
}
