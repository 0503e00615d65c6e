import { readHeaderLine } from '../values/header-line.ts'
import { pageAddress } from '../values/page-address.ts'
import type { Conflict } from './conflict.ts'
import { cookieFault } from './cookie-faults.ts'

/** Headers that the browser sets itself, or that have their own options; `*` matches the rest of a name. */
const BROWSERS_OWN = [
  'Host',
  'Content-Length',
  'Transfer-Encoding',
  'Connection',
  'Keep-Alive',
  'Upgrade',
  'TE',
  'Trailer',
  'Cookie',
  'Sec-*',
  'Proxy-*',
]

export const visitorConflicts: Conflict[] = [
  {
    name: 'header that only the browser sets',
    options: ['header'],
    find({ header = [] }) {
      const name = header.map((line) => readHeaderLine(line).name).find(isBrowsersOwn)
      return name && `"header" cannot set ${name}: it must not be any of ${BROWSERS_OWN.join(', ')}.`
    },
  },
  {
    name: 'cookie that browsers reject',
    options: ['cookie', 'url', 'base_url'],
    find({ cookie = [], html, url, base_url }) {
      const host = URL.parse(pageAddress({ html, url, base_url }) ?? '')?.hostname
      const faults = cookie.map((line) => cookieFault(line, host))
      const at = faults.findIndex((fault) => fault !== undefined)
      return at < 0 ? undefined : `"cookie[${at}]" ${faults[at]}.`
    },
  },
  {
    name: 'pov with cookie or authorization',
    options: ['pov', 'cookie', 'authorization'],
    find({ pov, cookie, authorization }) {
      if (!pov) return undefined
      const known = authorization ? 'authorization' : cookie && cookie.length > 0 ? 'cookie' : undefined
      return known && `"pov" and "${known}" cannot both be set.`
    },
  },
  {
    name: 'longitude without latitude, or latitude without longitude',
    options: ['longitude', 'latitude'],
    find({ longitude, latitude }) {
      if ((longitude === undefined) === (latitude === undefined)) return undefined
      return longitude === undefined ? '"latitude" needs "longitude".' : '"longitude" needs "latitude".'
    },
  },
]

function isBrowsersOwn(name: string): boolean {
  return BROWSERS_OWN.some((own) =>
    own.endsWith('*')
      ? name.toLowerCase().startsWith(own.slice(0, -1).toLowerCase())
      : name.toLowerCase() === own.toLowerCase(),
  )
}
