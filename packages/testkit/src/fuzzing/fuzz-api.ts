import * as fc from 'fast-check'
import { propertySettings } from '../seeded-random.ts'
import { strange, valueOf, type Schema } from './fuzz-values.ts'

/** The parts of an OpenAPI document from which requests are generated. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
}

interface Operation {
  parameters?: { name: string; in: string; schema?: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  /** Keyed by status. */
  responses: Record<string, unknown>
}

export interface FuzzedRequest {
  method: string
  /** Path and query. */
  path: string
  contentType?: string
  body?: string
  /** Response statuses that the document declares. */
  documented: string[]
}

interface Fuzzing {
  /** Existing ids and the like, by parameter name. */
  known: Record<string, string[]>
  /** Sends a request and resolves with the status of the response. */
  send: (request: FuzzedRequest) => Promise<number>
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete'])

/** Number of requests of a run of `fuzzApi`. */
export const fuzzedRequests = Number(process.env.FUZZ_REQUESTS ?? 300)

/**
 * Sends requests that nearly match an OpenAPI document.
 * @throws {Error} when one is answered with 5xx.
 */
export async function fuzzApi(document: ApiDocument, { known, send }: Fuzzing): Promise<void> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) => requestOf(document, { method, path, operation, known })),
  )
  await fc.assert(
    fc.asyncProperty(fc.oneof(...operations), async (request) => {
      const status = await send(request)
      if (status >= 500) throw new Error(`${request.method} ${request.path} was answered with ${status}.`)
    }),
    // No shrinking: the service's state has changed since the failing request.
    propertySettings({ numRuns: fuzzedRequests, endOnFailure: true }),
  )
}

interface Described {
  method: string
  path: string
  operation: Operation
  known: Record<string, string[]>
}

function requestOf(
  document: ApiDocument,
  { method, path, operation, known }: Described,
): fc.Arbitrary<FuzzedRequest> {
  const { parameters = [], requestBody, responses } = operation
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name!)
  const inPath = fc.tuple(...names.map((name) => segmentOf(known[name] ?? [])))
  const inQuery = fc.tuple(
    ...parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, schema = {} }) =>
        fc.option(fc.tuple(fc.constant(name), queryValueOf(document, schema, known[name] ?? []))),
      ),
  )
  const schema = requestBody?.content['application/json']?.schema
  return fc.record({
    documented: fc.constant(Object.keys(responses)),
    method: fc.constant(method.toUpperCase()),
    path: fc.tuple(inPath, inQuery).map(([segments, query]) => {
      const filled = segments.reduce(
        (result, segment, at) => result.replace(`{${names[at]!}}`, () => segment),
        path,
      )
      return `${filled}?${new URLSearchParams(query.filter((pair) => pair !== null)).toString()}`
    }),
    ...(schema && {
      contentType: rarely(
        fc.constantFrom('text/plain', 'application/json; charset=latin1', 'x'),
        'application/json',
      ),
      body: fc.oneof(
        { weight: 9, arbitrary: valueOf(document, schema).map((value) => JSON.stringify(value) ?? '') },
        {
          weight: 1,
          arbitrary: fc.oneof(fc.string(), fc.constantFrom('{', '[[[', '{"a":1e999}', 'null', '\ufeff{}')),
        },
      ),
    }),
  })
}

/** Generates a path segment, mostly a known one. */
function segmentOf(known: string[]): fc.Arbitrary<string> {
  const odd = fc.oneof(
    strange.map((text) => encodeURIComponent(asText(text).slice(0, 2000).toWellFormed()) || 'x'),
    fc.constantFrom('%00', '%', '%ff', '..%2f..', 'x'.repeat(3000), '00000000-0000-7000-8000-000000000000'),
  )
  return known.length > 0 ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, odd) : odd
}

function queryValueOf(document: ApiDocument, schema: Schema, known: string[]): fc.Arbitrary<string> {
  const described = valueOf(document, schema).map(asText)
  return known.length > 0 ? fc.oneof(fc.constantFrom(...known), described) : described
}

function asText(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()
}

function rarely<T>(odd: fc.Arbitrary<T>, usual: T): fc.Arbitrary<T> {
  return fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd })
}
