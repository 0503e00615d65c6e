import { clientOf, nameRequest, bodyParser, type Route } from '@render/http'
import type { Request, RequestHandler, Response } from 'express'
import type { ManagementContext } from '../context.ts'
import { changeAudited } from '../database/change-audited.ts'
import { ApiError } from './api-error.ts'
import { isAudited, type Endpoint, type EndpointRequest } from './endpoint.ts'
import { identifyCaller, type Caller } from './identify-caller.ts'
import { mapDatabaseErrors, mapMissingRows } from './map-database-errors.ts'
import { isAllowed } from './permissions.ts'
import { rejectForms, rejectNul } from './reject-unsafe.ts'
import { bodyValidator, queryValidator } from './validate.ts'

export const BASE = '/v2'
const BODY_BYTES = 1024 ** 2

/** Makes the routes of endpoints: one for each path, with all of its methods. */
export function routesOf(endpoints: readonly Endpoint[], context: ManagementContext): Route[] {
  return [...Map.groupBy(endpoints, ({ path }) => path)].map(([path, operations]) => ({
    name: path,
    paths: [BASE + path],
    handlers: Object.fromEntries(operations.map((each) => [each.method, handlersOf(each, context)])),
  }))
}

/** Authentication and authorisation come first: the body of a refused request is never read. */
function handlersOf(endpoint: Endpoint, context: ManagementContext): RequestHandler[] {
  const { id, permission, query, body } = endpoint
  const validateQuery = query && queryValidator(query)
  const validateBody = body && bodyValidator(body)
  const authorise: RequestHandler = async (req, res, next) => {
    const caller = await context.requestLimit.admit(clientOf(req), () => identifyCaller(req, context))
    if (!isAllowed(caller.permissions, permission))
      throw new ApiError('FORBIDDEN', { message: `The caller lacks the permission "${permission}".` })
    res.locals.caller = caller
    // Another organisation gets the answer of one that does not exist.
    const isOwn = req.params.org === undefined || req.params.org === caller.organisationId
    next(isOwn ? undefined : new ApiError('NOT_FOUND'))
  }
  const answer: RequestHandler = async (req: Request, res: Response) => {
    const request = {
      params: req.params as Record<string, string>,
      query: validateQuery?.(req.query),
      body: validateBody?.(req.body as unknown),
      isHead: req.method === 'HEAD',
      requestId: String(res.locals.requestId),
    }
    const caller = res.locals.caller as Caller
    const result = await mapDatabaseErrors(mapMissingRows(run(endpoint, context, caller, request)))
    if (endpoint.changesAccount) context.announcer.announce(caller.organisationId)
    res.json(result)
  }
  return [
    nameRequest(id),
    authorise,
    ...(body ? [rejectForms, bodyParser(BODY_BYTES)] : []),
    rejectNul,
    answer,
  ]
}

/** Runs an endpoint; an audited one in a transaction, together with its audit entry. */
function run(
  endpoint: Endpoint,
  context: ManagementContext,
  caller: Caller,
  request: EndpointRequest,
): Promise<object | undefined> {
  if (!isAudited(endpoint)) return endpoint.run(context, caller, request)
  const { organisationId, userId, keyId } = caller
  const actor = keyId ? { kind: 'management_key' as const, id: keyId } : { kind: 'user' as const, id: userId }
  const { requestId, params } = request
  const { action = endpoint.id } = endpoint
  const subjectOf = (result: object) => idOf(result, params)
  const organisationOf = (result: { organisationId?: string }) => result.organisationId
  const entry = { organisationId, actor, action, requestId, subjectOf, organisationOf }
  return changeAudited(context.database, entry, (client) =>
    endpoint.run({ ...context, database: { ...context.database, client } }, caller, request),
  )
}

/** Returns the id of the created or changed resource: `id` of the result, or else the last path parameter. */
function idOf(result: { id?: unknown }, params: Record<string, string>): string | null {
  return typeof result.id === 'string' ? result.id : (Object.values(params).at(-1) ?? null)
}
