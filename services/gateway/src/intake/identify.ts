import type { IncomingMessage } from 'node:http'
import type { Request } from 'express'
import type { Account, AccountCache } from '@render/management-client'
import { RenderError, type ErrorCode } from '@render/errors'
import { clientOf } from '@render/http'
import type { QuestionLimit } from './question-limit.ts'
import { apiKeyKind, hashApiKey } from '@render/vault'

type Identifying = {
  accounts: Pick<AccountCache, 'account' | 'isCached'>
  questions: QuestionLimit
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
 *   many unknown keys; `ServiceUnavailable` for a key that is not cached while management is away.
 */
export async function identifyCaller(
  req: Request,
  { accounts, questions }: Identifying,
  account: AccountCache['account'] = accounts.account,
): Promise<Caller> {
  const keyHash = hashApiKey(keyOf(req))
  const find = () => account(keyHash)
  const found = accounts.isCached(keyHash) ? await find() : await questions.ask(clientOf(req), find)
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
