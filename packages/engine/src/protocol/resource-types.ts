import type { Page } from 'playwright-core'
import { isPreflight } from './add-cors-headers.ts'
import { inLowerCase } from './in-lower-case.ts'
import type { Held } from './intercept.ts'

/**
 * Finds the types of held requests more exactly than the protocol reports them: `fetch` and `xhr`, `media` and
 * `texttrack`.
 */
export interface ResourceTypes {
  /** Returns undefined when the page does not report the type in time. The type of a preflight is that of its request. */
  of(held: Held): Promise<string | undefined>
}

/** Only a busy machine makes a report late. */
const TIMEOUT_MS = 5000

/** Protocol types that stand for exactly one type of request. */
const PLAIN: Partial<Record<string, string>> = {
  Document: 'document',
  Stylesheet: 'stylesheet',
  Image: 'image',
  Font: 'font',
  Script: 'script',
  Ping: 'ping',
  CSPViolationReport: 'cspviolationreport',
}

/** The protocol types as which requests of a type are held that those above do not name; other types may be held as any. */
const HELD_AS: Partial<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.values(PLAIN).map((kind) => [kind, []])),
  // Those of workers are `Other`.
  script: ['Script', 'Other'],
  fetch: ['XHR'],
  xhr: ['XHR'],
  eventsource: ['XHR'],
  media: ['Media'],
  texttrack: ['Media'],
}

/**
 * Starts to track the types of a page's requests, of which those of some protocol types are held. The page reports each
 * request shortly before or after it is held.
 */
export function trackResourceTypes(
  page: Pick<Page, 'on'>,
  heldTypes: readonly string[] = [...Object.keys(PLAIN), 'XHR', 'Fetch', 'Media', 'Other'],
): ResourceTypes {
  const reported: Reported[] = []
  const waiting: Waiting[] = []
  page.on('request', (request) => {
    const one = { method: request.method(), url: request.url(), kind: request.resourceType() }
    if (!heldTypes.some((type) => isHeldAs(one.kind, type))) return
    for (;;) {
      const waiter = take(waiting, (each) => isSame(one, each))
      waiter?.resolve(one.kind)
      if (!waiter) return void reported.push(one)
      if (!waiter.isPreflight) return
    }
  })

  return {
    async of(held) {
      const key = keyOf(held)
      // The request itself is held after its preflight.
      const isOf = (one: Reported): boolean => isSame(one, key)
      const known = key.isPreflight ? reported.find(isOf) : take(reported, isOf)
      const kind = PLAIN[held.resourceType] ?? known?.kind
      if (kind) return kind
      const { promise, resolve } = Promise.withResolvers<string | undefined>()
      const waiter = { ...key, resolve }
      waiting.push(waiter)
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(waiter), 1)
        resolve(undefined)
      }, TIMEOUT_MS)
      return promise.finally(() => clearTimeout(timer))
    },
  }
}

interface RequestKey {
  method: string
  url: string
}

interface Reported extends RequestKey {
  kind: string
}

interface HeldKey extends RequestKey {
  isPreflight: boolean
  /** The protocol's type. */
  type: string
}

interface Waiting extends HeldKey {
  resolve: (kind: string | undefined) => void
}

/** Returns how the page reports a request. It does not report a preflight, only the request that it is for. */
function keyOf(held: Held): HeldKey {
  const { url, headers, ...request } = held.request
  const key = { url, type: held.resourceType }
  if (!isPreflight(held)) return { ...key, method: request.method, isPreflight: false }
  const method = inLowerCase(Object.entries(headers))['access-control-request-method']!
  return { ...key, method, isPreflight: true }
}

/** Returns whether a report may be that of a held request. The page may request one address as several types. */
function isSame(one: Reported, { method, url, type, isPreflight }: HeldKey): boolean {
  return one.method === method && one.url === url && (isPreflight || isHeldAs(one.kind, type))
}

function isHeldAs(kind: string, type: string): boolean {
  return HELD_AS[kind]?.includes(type) ?? true
}

/** Removes and returns the first entry that fits. */
function take<T>(list: T[], fits: (entry: T) => boolean): T | undefined {
  const at = list.findIndex(fits)
  return at < 0 ? undefined : list.splice(at, 1)[0]
}
