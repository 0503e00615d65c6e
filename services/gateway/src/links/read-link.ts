import { RenderError } from '@render/errors'
import { clientOf } from '@render/http'
import { FORMAT_ALIASES, FORMATS } from '@render/outputs'
import type { Request, Response } from 'express'
import type { GatewayContext } from '../context.ts'
import { hasKey, identifyByLink, identifyCaller, type Caller } from '../intake/identify.ts'
import type { Intake } from '../intake/intake.ts'
import { requirePlan } from '../intake/require-plan.ts'
import { readLinkOptions } from './link-options.ts'
import { readQuery } from './link-query.ts'
import { isSigned } from './link-token.ts'
import type { VerifiedLink } from './link.ts'

const SPELLINGS = new Set<string>([...FORMATS, ...Object.keys(FORMAT_ALIASES)])

/** Paths of links, with and without a token. */
export const linkPaths = ['/v1/:publishableKey/:token/:format', '/v1/:publishableKey/:format']

type Token = Request['params'][string]

/** Returns whether a path of the shape of a link is meant as one. */
export function isLink({ params }: Pick<Request, 'params'>): boolean {
  const { publishableKey, format } = params
  return /^[a-z]{2}_/.test(String(publishableKey)) || SPELLINGS.has(String(format).toLowerCase())
}

/**
 * Verifies a link. The query is not decoded; a link that is deleted needs the same, or the secret key of its project.
 * @throws {RenderError} when the key, the plan or the token is refused.
 */
export async function verifyLink(
  req: Request,
  res: Response,
  context: Pick<GatewayContext, 'accounts' | 'unknownIdLimit'>,
): Promise<VerifiedLink> {
  const caller = await identifyByLink(req, context)
  requirePlan(caller.account)
  const query = queryOf(req)
  const { token } = req.params
  const isByKey = req.method === 'DELETE' && hasKey(req) && !(token && isSignedBy(caller, query, token))
  if (!isByKey) requireToken(token, query, caller)
  else if ((await identifyCaller(req, context)).projectId !== caller.projectId)
    throw new RenderError('TokenNotMatchedError', {
      message: 'The secret key must belong to the project of the link.',
    })
  const { requestId } = res.locals as { requestId: string }
  return { requestId, caller, client: clientOf(req), format: String(req.params.format), query }
}

/**
 * Reads a link as a request for one render.
 * @throws {RenderError} when the query or an option is refused.
 */
export function readLink(
  { requestId, caller, client, format, query }: VerifiedLink,
  { options }: Pick<GatewayContext, 'options'>,
): Intake {
  const requested = readLinkOptions(readQuery(query), format, caller.account, options)
  return { requestId, caller, renders: [requested], isAsync: false, link: { client } }
}

/**
 * Returns the query string exactly as it was sent.
 * @throws {RenderError} `NoQuerySent`.
 */
function queryOf({ originalUrl }: Request): string {
  const at = originalUrl.indexOf('?')
  const query = at < 0 ? '' : originalUrl.slice(at + 1)
  if (query === '') throw new RenderError('NoQuerySent')
  return query
}

function requireToken(token: Token | undefined, query: string, caller: Pick<Caller, 'account'>): void {
  if (token !== undefined) {
    if (!isSignedBy(caller, query, token)) throw new RenderError('TokenNotMatchedError')
  } else if (!caller.account.project!.tokenless) throw new RenderError('TokenlessRequestsNotEnabled')
}

function isSignedBy({ account }: Pick<Caller, 'account'>, query: string, token: Token): boolean {
  return isSigned(query, String(token), account.project!.linkKeys ?? [])
}
