import * as fc from 'fast-check'
import { strange, valueOf, type Schema } from './fuzz-values.ts'

/** As much of an OpenAPI document as requests are made of. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
}

interface Operation {
  parameters?: { name: string; in: string; schema?: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  /** By status. */
  responses: Record<string, unknown>
}

export interface FuzzedRequest {
  method: string
  /** With its query. */
  path: string
  contentType?: string
  body?: string
  /** Statuses of answers that the document tells of. */
  told: string[]
}

interface Fuzzing {
  /** Values that parameters may have and that mean something, by their name. */
  known: Record<string, string[]>
  /** Sends a request and gives the status of its answer. */
  send: (request: FuzzedRequest) => Promise<number>
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete'])

/** How many requests a run makes, and where it begins: the same seed makes the same requests. */
export const fuzzSettings = {
  requests: Number(process.env.FUZZ_REQUESTS ?? 300),
  seed: Number(process.env.FUZZ_SEED ?? 1),
}

/** Sends requests that are nearly as a document describes them; none of them may be answered with 5xx. */
export async function fuzzApi(document: ApiDocument, { known, send }: Fuzzing): Promise<void> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) => requestOf(document, { method, path, operation, known })),
  )
  const { requests: numRuns, seed } = fuzzSettings
  await fc.assert(
    fc.asyncProperty(fc.oneof(...operations), async (request) => {
      const status = await send(request)
      if (status >= 500) throw new Error(`${request.method} ${request.path} was answered with ${status}.`)
    }),
    // What fails is told as it is: making it smaller would ask a service that has changed since.
    { numRuns, seed, endOnFailure: true },
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
  const inPath = fc.tuple(...names.map((name) => wordOf(known[name] ?? [])))
  const inQuery = fc.tuple(
    ...parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, schema = {} }) =>
        fc.option(fc.tuple(fc.constant(name), textOf(document, schema, known[name] ?? []))),
      ),
  )
  const schema = requestBody?.content['application/json']?.schema
  return fc.record({
    told: fc.constant(Object.keys(responses)),
    method: fc.constant(method.toUpperCase()),
    path: fc.tuple(inPath, inQuery).map(([words, query]) => {
      const filled = words.reduce((so, word, at) => so.replace(`{${names[at]!}}`, () => word), path)
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

/** A part of a path, mostly one that means something. */
function wordOf(known: string[]): fc.Arbitrary<string> {
  const odd = fc.oneof(
    strange.map((text) => encodeURIComponent(wordsOf(text).slice(0, 2000).toWellFormed()) || 'x'),
    fc.constantFrom('%00', '%', '%ff', '..%2f..', 'x'.repeat(3000), '00000000-0000-7000-8000-000000000000'),
  )
  return known.length > 0 ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, odd) : odd
}

function textOf(document: ApiDocument, schema: Schema, known: string[]): fc.Arbitrary<string> {
  const described = valueOf(document, schema).map(wordsOf)
  return known.length > 0 ? fc.oneof(fc.constantFrom(...known), described) : described
}

function wordsOf(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()
}

function rarely<T>(odd: fc.Arbitrary<T>, usual: T): fc.Arbitrary<T> {
  return fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd })
}
