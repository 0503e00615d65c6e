import { apiKeyKind, hashApiKey } from '@render/vault'
import type { Request } from 'express'
import type { ManagementContext } from '../context.ts'
import type { Role } from '../generated/client.ts'
import { hasSessionCookie } from '../sign-in/session-cookie.ts'
import { ApiError } from './api-error.ts'
import { orDatabaseAway } from './or-database-away.ts'
import { permissionsOf } from './permissions.ts'

/** Who uses the Management API: always somebody of one organisation. */
export interface Caller {
  organisationId: string
  /** By name; `*` is all of them. */
  permissions: readonly string[]
  /** What they are in the organisation. */
  role: Role | 'key'
  /** Null for a management key. */
  userId: string | null
  sessionId: string | null
  /** Of a management key; null for a user. */
  keyId: string | null
}

type Known = Pick<ManagementContext, 'database' | 'auth'>

/**
 * Finds out who asks, by the management key in `x-api-key` or by a session: its cookie, or its token as bearer.
 * @throws {ApiError} `UNAUTHORIZED`, alike for keys and sessions that are wrong, unknown, revoked, over, or of another
 *   kind; `BAD_REQUEST` for both at once; `FORBIDDEN` for one who has left the organisation that the session is for.
 */
export async function identifyCaller(req: Request, context: Known): Promise<Caller> {
  const key = req.get('x-api-key')
  const hasSession = hasSessionCookie(req) || req.get('authorization') !== undefined
  if (key !== undefined && hasSession)
    throw new ApiError('BAD_REQUEST', { message: 'Send a management key or a session, not both.' })
  return hasSession ? identifyUser(req, context) : orDatabaseAway(identifyKey(key ?? '', context))
}

async function identifyKey(key: string, { database }: Known): Promise<Caller> {
  const found =
    apiKeyKind(key) === 'mk' &&
    (await database.client.managementKey.findUnique({ where: { hash: hashApiKey(key) } }))
  if (!found || found.revokedAt) throw new ApiError('UNAUTHORIZED')
  const { id, organisationId, permissions } = found
  return { organisationId, permissions, role: 'key', userId: null, sessionId: null, keyId: id }
}

async function identifyUser(req: Request, { database, auth }: Known): Promise<Caller> {
  const session = await auth.findSession(credentials(req))
  if (!session) throw new ApiError('UNAUTHORIZED')
  const { id: sessionId, userId, organisationId = '' } = session
  const member = await orDatabaseAway(
    database.client.member.findUnique({ where: { organisationId_userId: { organisationId, userId } } }),
  )
  if (!member)
    throw new ApiError('FORBIDDEN', { message: 'You are not in the active organisation any more.' })
  return {
    organisationId,
    permissions: permissionsOf(member.role),
    role: member.role,
    userId,
    sessionId,
    keyId: null,
  }
}

function credentials(req: Request): Headers {
  const headers = new Headers()
  for (const name of ['cookie', 'authorization']) {
    const value = req.get(name)
    if (value !== undefined) headers.set(name, value)
  }
  return headers
}
