import type { IncomingMessage } from 'node:http'
import type { Request } from 'express'
import type { Account, AccountCache } from '@render/management-client'
import { RenderError, type ErrorCode } from '@render/errors'
import { clientOf } from '@render/http'
import type { LookupLimit } from './lookup-limit.ts'
import { apiKeyKind, hashApiKey } from '@render/vault'

interface IdentifyContext {
  accounts: Pick<AccountCache, 'account' | 'isCached' | 'store'>
  unknownIdLimit: LookupLimit
}

/** The owner of the API key that a request carries. */
export interface Caller {
  /** Hex SHA-256 of the key. */
  keyHash: string
  organisationId: string
  projectId: string
  account: Account
}

/** Conditions under which a key is refused for all requests, in the order in which they are reported. */
const refusals: { code: ErrorCode; when: (account: Account) => boolean }[] = [
  { code: 'ProjectNotFound', when: ({ project }) => !project },
  { code: 'ProjectNotEnabled', when: ({ project }) => !project?.enabled },
  { code: 'UserNotFoundError', when: ({ user }) => !user },
]

/**
 * Identifies the caller by the header `Authorization: Bearer <secret key>`.
 * @throws {RenderError} 401 with one of the codes for keys and projects; `RateLimitExceededError` for a client that sent too
 *   many unknown keys; `ServiceUnavailable` for a key that is not cached while management is unavailable.
 */
export async function identifyCaller(
  req: Request,
  context: IdentifyContext,
  account: AccountCache['account'] = context.accounts.account,
): Promise<Caller> {
  const key = keyOf(req)
  const caller = await findCaller(req, key, context, account)
  if (caller.account.isHashOnly) context.accounts.store(key, caller.keyHash)
  return caller
}

/**
 * Identifies the caller by the publishable key in the path of a render link.
 * @throws {RenderError} like `identifyCaller`.
 */
export async function identifyByLink(req: Request, context: IdentifyContext): Promise<Caller> {
  const key = String(req.params.publishableKey)
  if (apiKeyKind(key) === 'pk') return findCaller(req, key, context, context.accounts.account)
  const message = 'The key in the path of a link must be a publishable key, which starts with "pk_".'
  throw new RenderError('ApiKeyWrongFormat', { message })
}

async function findCaller(
  req: Request,
  key: string,
  { accounts, unknownIdLimit }: IdentifyContext,
  account: AccountCache['account'],
): Promise<Caller> {
  const keyHash = hashApiKey(key)
  const find = () => account(keyHash)
  const found = accounts.isCached(keyHash) ? await find() : await unknownIdLimit.run(clientOf(req), find)
  if (!found) throw new RenderError('ApiKeyNotFound')
  const { blocked } = found
  if (blocked)
    throw new RenderError('AccountBlocked', { message: blocked.message, status: blocked.statusCode })
  const refusal = refusals.find(({ when }) => when(found))
  if (refusal) throw new RenderError(refusal.code)
  return { keyHash, organisationId: found.organisationId, projectId: found.project!.id, account: found }
}

/** Returns whether a request has an `Authorization` header, valid or not. */
export function hasKey(req: IncomingMessage): boolean {
  return req.headers.authorization !== undefined
}

function keyOf(req: IncomingMessage): string {
  const [header, ...others] = req.headersDistinct.authorization ?? []
  if (!header) throw new RenderError('NoApiKeySupplied')
  const [, key = ''] = /^Bearer +(\S+)$/.exec(header) ?? []
  if (others.length > 0 || apiKeyKind(key) !== 'sk') throw new RenderError('ApiKeyWrongFormat')
  return key
}
