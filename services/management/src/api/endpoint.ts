import type { Static, TObject } from 'typebox'
import type { ManagementContext } from '../context.ts'
import type { Caller } from './identify-caller.ts'
import type { ApiCode } from './api-error.ts'
import type { Permission } from './permissions.ts'

type Read<T extends TObject | undefined> = T extends TObject ? Static<T> : undefined

/** One thing that the Management API does; all that is known of it stands here, its documentation is made of it. */
export interface Endpoint {
  /** Its name in the OpenAPI document, in logs and in metrics. */
  id: string
  /** Its name in audit entries, where that is not its id. */
  action?: string
  method: 'get' | 'post' | 'patch' | 'put' | 'delete'
  /** Below `/v2`. One with `:org` is for the caller's own organisation only. */
  path: string
  summary: string
  permission: Permission
  /** False for a request that changes nothing although it is none to read: no audit entry is written of it. */
  isChange?: boolean
  /** Shapes of what is sent and answered. All of a query comes as text. */
  query?: TObject
  body?: TObject
  answer: TObject
  /** What can go wrong besides what can everywhere. */
  fails: readonly ApiCode[]
  run: (context: ManagementContext, caller: Caller, given: Given) => Promise<object>
}

/** Whether it is written down who called it. Then it runs in a transaction of its own, which ends when it has answered. */
export function isAudited({ method, isChange = true }: Endpoint): boolean {
  return method !== 'get' && isChange
}

interface Given<Query = unknown, Body = unknown> {
  /** Of the path. */
  params: Record<string, string>
  query: Query
  body: Body
  requestId: string
}

/** The same on a path that leaves the organisation out, which is the caller's own in any case. */
export function withoutOrganisation(declared: Endpoint): Endpoint {
  const path = declared.path.replace('/organisation/:org', '')
  return { ...declared, id: `${declared.id}OfCaller`, action: declared.id, path }
}

/** Declares an endpoint: what `run` is given and answers has the shapes that are declared. */
export function endpoint<
  const Answer extends TObject,
  const Query extends TObject | undefined = undefined,
  const Body extends TObject | undefined = undefined,
>(
  declared: Omit<Endpoint, 'query' | 'body' | 'answer' | 'fails' | 'run'> & {
    query?: Query
    body?: Body
    answer: Answer
    fails?: readonly ApiCode[]
    run: (
      context: ManagementContext,
      caller: Caller,
      given: Given<Read<Query>, Read<Body>>,
    ) => Promise<Static<Answer>>
  },
): Endpoint {
  return { fails: [], ...declared } as Endpoint
}
