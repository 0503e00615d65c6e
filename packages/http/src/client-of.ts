import type { Request } from 'express'

/** 16-bit groups that identify a client's IPv6 network (/64) or site (/48), all addresses of which the client controls. */
const GROUPS = { network: 4, site: 3 } as const

/** Returns the address of a client; of an IPv6 address only the part of its network or site. */
export function clientOf({ ip = '' }: Pick<Request, 'ip'>, part: keyof typeof GROUPS = 'network'): string {
  if (!ip.includes(':') || ip.includes('.')) return ip
  const [head, tail] = ip.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = tail ? Array<string>(8 - head!.length - tail.length).fill('0') : []
  return [...head!, ...zeros, ...(tail ?? [])].slice(0, GROUPS[part]).join(':')
}
