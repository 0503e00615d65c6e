import type { Static, TObject } from 'typebox'
import type { ManagementContext } from '../context.ts'
import type { ApiCode } from './api-error.ts'
import type { Caller } from './identify-caller.ts'
import type { Permission } from './permissions.ts'

/** One operation of the Management API. Its validation, documentation, audit and common tests follow from this declaration. */
export interface Endpoint {
  /** Name in the OpenAPI document, in logs, in metrics and in audit entries. Clients and stored entries rely on it. */
  id: string
  /** Name in audit entries, when that is not the id. */
  action?: string
  method: 'get' | 'post' | 'patch' | 'put' | 'delete'
  /** Below `/v2`. A path with `:org` is only valid for the caller's own organisation. */
  path: string
  summary: string
  permission: Permission
  /** False for a request that changes nothing although its method is not GET: it gets no audit entry. */
  isChange?: boolean
  /** True for a change that gateways must learn of at once: of a key, a project, or what a project is assigned. */
  changesAccount?: true
  /** Schema of the query; its values arrive as text and are converted. */
  query?: TObject
  body?: TObject
  response: TObject
  /** Errors of this endpoint besides those that any endpoint can answer with. */
  failures: readonly ApiCode[]
  run: (context: ManagementContext, caller: Caller, request: EndpointRequest) => Promise<object>
}

/** A request whose parts have passed validation. */
export interface EndpointRequest<Query = unknown, Body = unknown> {
  /** Path parameters. */
  params: Record<string, string>
  query: Query
  body: Body
  /** Whether only the headers of the answer are wanted. */
  isHead: boolean
  requestId: string
}

type Parsed<T extends TObject | undefined> = T extends TObject ? Static<T> : undefined

/** Returns whether calls get an audit entry. Such an endpoint runs in one transaction, which ends before the answer is sent. */
export function isAudited({ method, isChange = true }: Endpoint): boolean {
  return method !== 'get' && isChange
}

/** Returns the same endpoint on a path without `/organisation/:org`; it always acts for the caller's organisation. */
export function withoutOrganisation(declared: Endpoint): Endpoint {
  const path = declared.path.replace('/organisation/:org', '')
  return { ...declared, id: `${declared.id}OfCaller`, action: declared.id, path }
}

/** Declares an endpoint; `run` is typed by the declared query, body and response. */
export function endpoint<
  const Response extends TObject,
  const Query extends TObject | undefined = undefined,
  const Body extends TObject | undefined = undefined,
>(
  declared: Omit<Endpoint, 'query' | 'body' | 'response' | 'failures' | 'run'> & {
    query?: Query
    body?: Body
    response: Response
    failures?: readonly ApiCode[]
    run: (
      context: ManagementContext,
      caller: Caller,
      request: EndpointRequest<Parsed<Query>, Parsed<Body>>,
    ) => Promise<Static<Response>>
  },
): Endpoint {
  return { failures: [], ...declared } as Endpoint
}
