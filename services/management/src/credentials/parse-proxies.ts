import { parseUpstreamProxy } from '@render/net'
import { invalidRequest, type FieldError } from '../api/api-error.ts'
import { MAX_NAME_LENGTH } from '../api/schemas.ts'
import type { ListedPool, ProxyPoolContent } from './proxy-pools.ts'

interface SentProxy {
  id?: string
  name?: string
  url?: string
}

type FormerProxies = ListedPool['proxies']

/**
 * Matches the proxies of a request with the former ones of the pool: by id, or else by the address as it is returned, which
 * clients send back without the id.
 * @throws {ApiError} `BAD_REQUEST` for an id that is unknown or repeated, and for an invalid address.
 */
export function parseProxies(sent: readonly SentProxy[], former: FormerProxies): ProxyPoolContent['proxies'] {
  const kept = matchFormer(sent, former)
  const errors: FieldError[] = []
  const ids = sent.flatMap(({ id }) => id ?? [])
  const parsed = sent.map(({ id, name, url }, index) => {
    const match = kept[index]
    const address = url === match?.shown ? undefined : url
    if (id !== undefined && (!match || ids.indexOf(id) !== ids.lastIndexOf(id)))
      errors.push({
        path: `body.proxies.${index}.id`,
        message: 'must be the id of a proxy of the pool, used once',
      })
    else if (address === undefined ? !match : !isProxyAddress(address))
      errors.push({
        path: `body.proxies.${index}.url`,
        message:
          'must be a proxy address such as [scheme://][user:password@]host:port; "…" as user needs the unchanged address of a proxy of the pool',
      })
    return {
      id: match?.id,
      name: name ?? match?.name ?? nameOf(address),
      url: address,
    } as ProxyPoolContent['proxies'][number]
  })
  if (errors.length > 0) throw invalidRequest(errors)
  return parsed
}

/**
 * Returns the former proxy of each sent one. Without an id that is the one with the same address and name, else the one with
 * the address, unless others with that address are left out: they may have other passwords.
 */
function matchFormer(
  sent: readonly SentProxy[],
  former: FormerProxies,
): (FormerProxies[number] | undefined)[] {
  const matches = sent.map(({ id }) => former.find((each) => each.id === id))
  const matchFree = (isEqual: (one: SentProxy, other: FormerProxies[number]) => boolean): void => {
    for (const [index, proxy] of sent.entries())
      if (proxy.id === undefined)
        matches[index] ??= former.find((each) => !matches.includes(each) && isEqual(proxy, each))
  }
  matchFree((one, other) => one.url === other.shown && one.name === other.name)
  const free = former.filter((each) => !matches.includes(each))
  const open = sent.filter(({ id }, index) => id === undefined && !matches[index])
  const countOf = <T>(list: readonly T[], isAlike: (each: T) => boolean): number =>
    list.filter(isAlike).length
  matchFree(
    ({ url }, { shown }) =>
      url === shown &&
      countOf(free, (each) => each.shown === shown) <= countOf(open, (each) => each.url === url),
  )
  return matches
}

/** Returns false also for a masked address: its user and password would be lost. */
function isProxyAddress(address: string): boolean {
  return !/^(\w+:\/\/)?…@/.test(address) && parseUpstreamProxy(address) !== undefined
}

/** Returns the host and port of a proxy address as its name, cut to the longest name. */
function nameOf(url = ''): string {
  const { host = '', port } = parseUpstreamProxy(url) ?? {}
  return `${host.includes(':') ? `[${host}]` : host}:${port}`.slice(0, MAX_NAME_LENGTH)
}
