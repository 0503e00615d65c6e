import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { codes, type ErrorCode } from '@render/errors'
import {
  sendRequest,
  signLink,
  startOrigin,
  startSinglePostgres,
  startTestStack,
  startUploadReceiver,
  type ApiResponse,
  type Origin,
  type SingleServer,
  type TestStack,
} from '@render/testkit'
import { Client } from 'pg'
import { killDuring } from '../../src/below-worker.ts'
import { makeKey } from '../../src/make-key.ts'
import { UNSERVED_QUEUE } from '../shared-stack/shared-stack.ts'

let postgres: SingleServer
let stack: TestStack
let database: Client
let origin: Origin
let storage: string

beforeAll(async () => {
  storage = await mkdtemp(`${tmpdir()}/error-codes-`)
  origin = await startOrigin()
  postgres = await startSinglePostgres()
  const environment = { DATABASE_URL: postgres.url, STORAGE_PATH: storage, RENDER_QUEUES: UNSERVED_QUEUE }
  stack = await startTestStack({ environment })
  database = new Client({ connectionString: postgres.url })
  await database.connect()
  await database.query(
    `insert into plans (id, name, trial, max_outstanding, renders_per_period) values
       ('plan_full', 'Full', false, 0, null), ('plan_tried', 'Tried', true, null, 0), ('plan_used', 'Used', false, null, 0)`,
  )
}, 120_000)

afterAll(async () => {
  await database?.end()
  // Redis has stopped by now, and services would wait long to return their jobs.
  await stack?.kill()
  await postgres?.[Symbol.asyncDispose]()
  await origin?.[Symbol.asyncDispose]()
  await rm(storage, { recursive: true, force: true })
})

const sync = (options: object) => stack.client.sync(options)
const get = (path: string, init?: RequestInit) => sendRequest(stack.info.baseUrl + path, init)

interface Post {
  key?: string
  body?: string
  type?: string
  /** Value of the `Idempotency-Key` header. */
  once?: string
}

function post({ key, body = '{"html":"x"}', type = 'application/json', once }: Post): Promise<ApiResponse> {
  const authorization = key ?? `Bearer ${stack.info.secretKey}`
  const headers = {
    ...(authorization && { authorization }),
    ...(once && { 'idempotency-key': once }),
    'content-type': type,
  }
  return get('/v1/render/sync', { method: 'POST', headers, body })
}

/** Returns the response to bytes that no HTTP client sends. */
async function sendRaw(bytes: string): Promise<ApiResponse> {
  const { hostname, port } = new URL(stack.info.baseUrl)
  const socket = connect(Number(port), hostname)
  socket.write(bytes)
  const [head, body] = (await text(socket)).split('\r\n\r\n')
  const [first, ...lines] = head!.split('\r\n')
  return {
    status: Number(first!.split(' ')[1]),
    headers: new Headers(lines.map((line) => line.split(': ') as [string, string])),
    body: JSON.parse(body!),
  }
}

interface Standing {
  plan?: 'Unlimited' | 'Full' | 'Tried' | 'Used' | 'none'
  active?: boolean
  blocked?: boolean
  project?: 'enabled' | 'disabled' | 'gone'
  user?: 'confirmed' | 'unconfirmed' | 'gone'
}

/** Returns the response to a new account that differs from a valid one. */
async function asAccount(standing: Standing): Promise<ApiResponse> {
  const {
    plan = 'Unlimited',
    active = true,
    blocked = false,
    project = 'enabled',
    user = 'confirmed',
  } = standing
  const key = makeKey('sk')
  const id = randomBytes(6).toString('hex')
  await database.query(
    `insert into organisations (id, name, plan_id, active_until, blocked)
     values ($1, 'o', (select id from plans where name = $2), case when $3 then null else now() - interval '1 day' end, $4)`,
    [`org_${id}`, plan, active, blocked ? {} : null],
  )
  if (user !== 'gone') {
    await database.query(`insert into users (id, name, email, email_verified) values ($1, 'u', $1, $2)`, [
      `usr_${id}`,
      user === 'confirmed',
    ])
    await database.query(
      `insert into members (id, organisation_id, user_id, role) values ($1, $2, $3, 'owner')`,
      [`mem_${id}`, `org_${id}`, `usr_${id}`],
    )
  }
  if (project !== 'gone')
    await database.query(
      `insert into projects (id, organisation_id, name, enabled) values ($1, $2, 'p', $3)`,
      [`proj_${id}`, `org_${id}`, project === 'enabled'],
    )
  await database.query(
    `insert into project_keys (id, organisation_id, project_id, kind, hash, prefix, last4)
     values ($1, $2, $3, 'secret', $4, '', '')`,
    [
      `key_${id}`,
      `org_${id}`,
      project === 'gone' ? null : `proj_${id}`,
      createHash('sha256').update(key).digest('hex'),
    ],
  )
  return post({ key: `Bearer ${key}` })
}

/** Kills every renderer of the worker until `answering` has settled. */
const withDyingPages = (answering: Promise<ApiResponse>) => killDuring(stack, 'renderers', answering)

async function finalRecord(options: object): Promise<ApiResponse> {
  const { body } = await stack.client.async(options)
  return stack.client.untilFinished(body.statusUrl)
}

const storing = { use_s3: true, s3_key: 'k', s3_secret: 's', s3_bucket: 'pictures' }
const UNKNOWN = '01a1fb0b-71cf-7d1e-ae1d-6942a306a7af'

/** How to provoke each code. The order matters: the last one stops the service. */
const provocations: Partial<Record<ErrorCode, () => Promise<ApiResponse>>> = {
  NoApiKeySupplied: () => post({ key: '' }),
  ApiKeyWrongFormat: () => post({ key: 'Bearer x' }),
  ApiKeyNotFound: () => post({ key: `Bearer ${makeKey('sk')}` }),
  UserNotFoundError: () => asAccount({ user: 'gone' }),
  ProjectNotFound: () => asAccount({ project: 'gone' }),
  ProjectNotEnabled: () => asAccount({ project: 'disabled' }),
  NoPlan: () => asAccount({ plan: 'none' }),
  NotConfirmed: () => asAccount({ user: 'unconfirmed' }),
  NotActive: () => asAccount({ active: false }),
  AccountBlocked: () => asAccount({ blocked: true }),
  TrialUsageReached: () => asAccount({ plan: 'Tried' }),
  QuotaReached: () => asAccount({ plan: 'Used' }),
  RateLimitExceededError: () => asAccount({ plan: 'Full' }),

  FeatureNotAvailableOnPlan: () => sync({ html: 'x', gpu: true }),
  InvalidOptions: () => sync({ html: 'x', width: 'wide' }),
  InvalidTtl: () => sync({ html: 'x', ttl: -1 }),
  InvalidQuery: () => get(signLink(stack.info, 'html=%zz')),
  NoQuerySent: () => get(signLink(stack.info, '')),
  TargetTooLong: () => get(signLink(stack.info, { html: 'x'.repeat(40_000) })),
  TokenNotMatchedError: () => get(`${signLink(stack.info, 'html=x')}y`),
  TokenlessRequestsNotEnabled: () => get(`/v1/${stack.info.publishableKey}/png?html=x`),
  NoUrlSupplied: () => sync({}),
  NoRenderIdProvided: () => get('/v1/render/'),
  NoS3BucketConfigured: () => sync({ html: 'x', use_s3: true }),
  ConflictingStorageOptionsError: () => sync({ html: 'x', ...storing, use_azure: true }),
  DuplicateThumbnailSuffixError: () =>
    sync({
      html: 'x',
      thumbnails: [
        { width: 10, suffix: 'a' },
        { width: 20, suffix: 'a' },
      ],
    }),
  async UploadFailedError() {
    await using receiver = await startUploadReceiver()
    receiver.answers.push(403)
    return sync({ html: 'x', thumbnails: [{ width: 10, presigned_url: receiver.url }] })
  },
  HTMLProcessError: () => sync({ html: 'a\0b' }),

  UrlWasNotAStringError: () => sync({ url: 12 }),
  InvalidURLError: () => sync({ url: 'file:///etc/passwd' }),
  InvalidURLExtensionError: () => sync({ url: 'http://example.nonsense/' }),
  URLDoesNotResolveError: () => sync({ url: 'http://localhost/' }),
  RenderFailedError: () => sync({ url: `${origin.url}/status-404`, fail_on_4xx: true }),
  async RenderCancelledError() {
    const { body } = await stack.client.async({ html: 'x', delay: 60_000 })
    const headers = { authorization: `Bearer ${stack.info.secretKey}` }
    await get(`/v1/render/${body.renderId}`, { method: 'DELETE', headers })
    return get(`/v1/redirect/${body.renderId}/1`)
  },
  NavigationError: () => sync({ url: `${origin.url}/reset` }),

  RenderTimeoutError: () => sync({ url: `${origin.url}/never-answers`, timeout: 5000 }),
  async TimedOutError() {
    const { body } = await stack.client.async({ html: 'x', render_queue: UNSERVED_QUEUE })
    return get(`/v1/redirect/${body.renderId}/10?redirect_after=1`)
  },
  EngineResponseNotOkError: () => withDyingPages(sync({ html: 'x', delay: 5000 })),
  EngineAsyncResponseNotOkError: () => withDyingPages(finalRecord({ html: 'x', delay: 5000 })),

  NotFound: () => get('/v1/nothing'),
  RenderNotFound: () => get(`/v1/render/${UNKNOWN}`),
  MethodNotAllowed: () => get('/v1/render/sync'),
  HeadersTooLarge: () => get('/v1/options', { headers: { 'x-large': 'x'.repeat(60_000) } }),
  MalformedRequest: () => sendRaw('hello\r\n\r\n'),
  BodyTooLarge: () => post({ body: JSON.stringify({ html: 'x'.repeat(11 * 1024 * 1024) }) }),
  async IdempotencyKeyReused() {
    const once = randomBytes(8).toString('hex')
    await post({ once })
    return post({ once, body: '{"html":"y"}' })
  },
  UnsupportedMediaType: () => post({ type: 'text/plain' }),
  async RangeNotSatisfiable() {
    const { body } = await sync({ html: 'x', mock: true })
    return sendRequest(body.renderUrl, { headers: { range: `bytes=${body.size}-` } })
  },
  async InternalError() {
    // A file in place of a folder of the store: an error without a code of its own.
    const [year, month, day] = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10).split('-')
    await mkdir(`${storage}/${year}/${month}`, { recursive: true })
    await writeFile(`${storage}/${year}/${month}/${day}`, '')
    return get(`/renders/${year}/${month}/${day}/${'a'.repeat(22)}.png`)
  },
  async ServiceUnavailable() {
    await stack.processes.redis!.stop()
    return sync({ html: 'x' })
  },
}

describe('error codes', () => {
  const seen = new Set<string>()

  test.each(Object.entries(provocations))('%s', async (code, provoke) => {
    const { status, headers, body } = await provoke()
    expect(body.error).toMatchObject({ code, message: expect.stringMatching(/\S/) })
    expect(headers.get('x-service-error-message')).toBeTruthy()
    seen.add(body.error.code)
    // The record of a failure can be read like any other.
    if (code === 'EngineAsyncResponseNotOkError')
      return expect([status, body.status]).toEqual([200, 'failed'])
    expect(status).toBe(codes[code as ErrorCode].status)
    expect(body.requestId).toBe(headers.get('x-service-request-id'))
  })

  test('cover the whole table', () => {
    // The gateway waits for a slow request longer than a test may take; the tests of `@render/http` set a shorter time.
    seen.add('RequestTimeout' satisfies ErrorCode)
    expect([...seen].toSorted()).toEqual(Object.keys(codes).toSorted())
  })
})
