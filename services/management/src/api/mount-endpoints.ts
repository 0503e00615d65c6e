import { optionsBody, type Route } from '@render/http'
import { tellAccountChange } from '@render/jobs'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { Request, RequestHandler, Response } from 'express'
import type { TObject } from 'typebox'
import type { ManagementContext } from '../context.ts'
import { changeAudited } from '../audit.ts'
import { ApiError, type Complaint } from './api-error.ts'
import { isAudited, type Endpoint } from './endpoint.ts'
import { identifyCaller, type Caller } from './identify-caller.ts'
import { orDatabaseAway } from './or-database-away.ts'
import { orGone } from './or-gone.ts'
import { isAllowed } from './permissions.ts'
import { refusal } from './refuse.ts'
import { refuseForms } from './refuse-forms.ts'
import { refuseNul } from './refuse-nul.ts'

export const BASE = '/v2'
/** From the years that the database has in four digits. */
const ISO_TIME = /^[1-9]\d{3}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/
const LATEST_MS = Date.UTC(9999, 11, 31)
const BODY_BYTES = 1024 ** 2

/** Bodies are taken as they are; a query is text, of which numbers are made: also infinity, which is to be no exception. */
const bodies = new Ajv({ allErrors: true, strict: true })
const queries = new Ajv({
  allErrors: true,
  strict: true,
  strictNumbers: false,
  coerceTypes: true,
  useDefaults: true,
})
for (const ajv of [bodies, queries])
  ajv.addFormat('date-time', (text) => ISO_TIME.test(text) && Date.parse(text) < LATEST_MS)

/** The routes of endpoints: one for each path, with all of its methods. */
export function mountEndpoints(endpoints: readonly Endpoint[], context: ManagementContext): Route[] {
  return [...Map.groupBy(endpoints, ({ path }) => path)].map(([path, those]) => ({
    name: path,
    paths: [BASE + path],
    handlers: Object.fromEntries(those.map((each) => [each.method, handlersOf(each, context)])),
  }))
}

/** Who asks is settled before anything of the body is read. */
function handlersOf(endpoint: Endpoint, context: ManagementContext): RequestHandler[] {
  const { id, action = id, permission, query, body, run } = endpoint
  const checkQuery = query && queries.compile(closed(query))
  const checkBody = body && bodies.compile(closed(body))
  const admit: RequestHandler = async (req, res, next) => {
    res.locals.route = id
    const caller = await identifyCaller(req, context)
    if (!isAllowed(caller.permissions, permission))
      throw new ApiError('FORBIDDEN', { message: `You lack the permission "${permission}".` })
    res.locals.caller = caller
    // Another one answers as one that does not exist.
    const isOwn = req.params.org === undefined || req.params.org === caller.organisationId
    next(isOwn ? undefined : new ApiError('NOT_FOUND'))
  }
  const answer: RequestHandler = async (req: Request, res: Response) => {
    const given = {
      params: req.params as Record<string, string>,
      query: checkQuery && checked(checkQuery, { ...req.query }, 'query'),
      body: checkBody && checked(checkBody, req.body as unknown, 'body'),
      requestId: String(res.locals.requestId),
    }
    const caller = res.locals.caller as Caller
    const answered = await orDatabaseAway(orGone(runAs(caller, given)))
    if (isAudited(endpoint)) tellAccountChange(context.redis, caller.organisationId)
    res.json(answered)
  }
  return [admit, ...(body ? [refuseForms, optionsBody(BODY_BYTES)] : []), refuseNul, answer]

  function runAs(caller: Caller, given: Parameters<Endpoint['run']>[2]): Promise<object | undefined> {
    if (!isAudited(endpoint)) return run(context, caller, given)
    const { organisationId, userId, keyId } = caller
    const actor = keyId
      ? { kind: 'management_key' as const, id: keyId }
      : { kind: 'user' as const, id: userId }
    const { requestId, params } = given
    const subjectOf = (answer: object) => idOf(answer, params)
    return changeAudited(
      context.database,
      { organisationId, actor, action, requestId, subjectOf },
      (client) => run({ ...context, database: { ...context.database, client } }, caller, given),
    )
  }
}

/** What was made or changed: it is answered, or the last that the path names. */
function idOf(answer: { id?: unknown }, params: Record<string, string>): string | null {
  return typeof answer.id === 'string' ? answer.id : (Object.values(params).at(-1) ?? null)
}

/** A name that is not known is a mistake of the caller's. */
function closed(schema: TObject): object {
  return { ...schema, additionalProperties: false }
}

function checked(check: ValidateFunction, value: unknown, part: string): unknown {
  if (check(value)) return value
  throw refusal(check.errors!.map((error) => complaintOf(error, part)))
}

function complaintOf({ instancePath, keyword, params, message }: ErrorObject, part: string): Complaint {
  const named: unknown = keyword === 'required' ? params.missingProperty : params.additionalProperty
  const names = [part, ...instancePath.split('/').slice(1), ...(typeof named === 'string' ? [named] : [])]
  return { path: names.join('.'), message: SENTENCES[keyword]?.(params) ?? message! }
}

const SENTENCES: Record<string, (params: Record<string, unknown>) => string> = {
  required: () => 'is required',
  additionalProperties: () => 'is not known here',
  enum: ({ allowedValues }) => `must be one of ${(allowedValues as unknown[]).join(', ')}`,
}
