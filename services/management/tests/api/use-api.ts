// The Management API over a real database, with two organisations.
import { afterAll, beforeAll, expect } from '@jest/globals'
import { listen, type Listener } from '@render/http'
import { readConfig } from '@render/runtime'
import { makeApiKey, hashApiKey } from '@render/vault'
import { Ajv, type ValidateFunction } from 'ajv'
import { endpoints } from '../../src/endpoints.ts'
import type { Endpoint } from '../../src/api/endpoint.ts'
import { ALL } from '../../src/api/permissions.ts'
import { createPublicApp } from '../../src/app.ts'
import { environment } from '../../src/config.ts'
import { createContext, type ManagementContext } from '../../src/context.ts'
import { startBacking, type Backing } from '../start-backing.ts'
import { documentedStatuses } from './documented-statuses.ts'

export interface Answer {
  status: number
  headers: Headers
  text: string
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

export interface ApiRequest {
  /** The management key that is sent; none when it is null. */
  key?: string | null
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  /** Headers in addition to, or instead of, those of every request. */
  headers?: Record<string, string>
}

export interface Api {
  backing: Backing
  context: ManagementContext
  /**
   * Sends a request to an endpoint, by default for the project of the first organisation and with a key for all permissions.
   * Checks that the answer matches its documentation.
   */
  ask(id: string, request?: ApiRequest): Promise<Answer>
  /** The statuses seen so far, by endpoint. */
  answered: Map<string, Set<number>>
  /** Like `ask`, for any path. */
  send(path: string, init?: RequestInit): Promise<Answer>
  /** Creates a management key. */
  keyOf(organisationId: string, permissions: string[]): Promise<string>
  /** Creates another organisation with a project and a key with all permissions. */
  other: { organisationId: string; projectId: string; key: string }
}

const ajv = new Ajv({ strict: true })
ajv.addFormat('date-time', (text) => new Date(text).toISOString() === text)
const validators = new Map<Endpoint, ValidateFunction>()

/** Starts the API for the tests of a file. `more` is additional configuration. */
export function useApi(more: () => Promise<NodeJS.ProcessEnv> = async () => ({})): Api {
  let listener: Listener
  const api = { answered: new Map() } as Api

  beforeAll(async () => {
    api.backing = await startBacking()
    api.context = await createContext(
      readConfig(environment, { ...api.backing.environment, ...(await more()) }),
    )
    const app = createPublicApp(api.context, {
      publicUrl: 'https://management.example.com',
      readiness: async () => ({}),
      observe: (_req, _res, next) => next(),
    })
    listener = await listen(app, { host: '127.0.0.1', port: 0 })
    api.other = { organisationId: 'org_other', projectId: 'proj_other', key: '' }
    await api.backing.query(`insert into organisations (id, name) values ('org_other', 'Other')`)
    await api.backing.query(
      `insert into projects (id, organisation_id, name) values ('proj_other', 'org_other', 'Other')`,
    )
    api.other.key = await api.keyOf('org_other', [ALL])
  })

  afterAll(async () => {
    await listener[Symbol.asyncDispose]()
    await api.context[Symbol.asyncDispose]()
    await api.backing[Symbol.asyncDispose]()
  })

  api.send = async (path, init) => {
    const answer = await fetch(`http://127.0.0.1:${listener.port}${path}`, init)
    const text = await answer.text()
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      body: text === '' ? undefined : JSON.parse(text),
    }
  }

  api.ask = async (
    id,
    { key = api.backing.keys.organisationKey, params = {}, query = {}, body, headers } = {},
  ) => {
    const endpoint = endpoints.find((each) => each.id === id)!
    const { organisationId, projectId } = api.backing.owner
    const given: Record<string, string> = { org: organisationId, project: projectId, ...params }
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(given[name]!))
    const answer = await api.send(`/v2${path}?${new URLSearchParams(query).toString()}`, {
      method: endpoint.method.toUpperCase(),
      headers: {
        ...(key !== null && { 'x-api-key': key }),
        'content-type': 'application/json',
        ...headers,
      },
      ...(endpoint.body && { body: JSON.stringify(body) }),
    })
    expectDocumented(endpoint, answer)
    api.answered.set(id, (api.answered.get(id) ?? new Set<number>()).add(answer.status))
    return answer
  }

  api.keyOf = async (organisationId, permissions) => {
    const key = makeApiKey('mk')
    await api.backing.query(
      `insert into management_keys (id, organisation_id, name, hash, prefix, last4, permissions)
       values ('mkey_' || gen_random_uuid(), $1, 'Key', $2, 'mk', $3, $4)`,
      [organisationId, hashApiKey(key), key.slice(-4), permissions],
    )
    return key
  }
  return api
}

/** Checks an answer against its documented schema. */
function expectDocumented(endpoint: Endpoint, { status, body }: Answer): void {
  expect(documentedStatuses(endpoint.id)).toContain(status)
  if (status === 200) {
    const check = validatorOf(endpoint)
    expect(check(body) || check.errors).toBe(true)
  } else {
    const { data, ...error } = body
    expect(error).toEqual({ defined: false, code: expect.any(String), status, message: expect.any(String) })
    expect(data ?? []).toEqual(expect.any(Array))
  }
}

function validatorOf(endpoint: Endpoint): ValidateFunction {
  const known = validators.get(endpoint)
  if (known) return known
  const validator = ajv.compile({ ...endpoint.response, additionalProperties: false })
  validators.set(endpoint, validator)
  return validator
}
