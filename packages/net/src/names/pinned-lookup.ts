import { isIPv6, type LookupFunction } from 'node:net'

/**
 * Milliseconds for which a socket tries one address before the next. Node ends each attempt but the last after this time, by
 * default so early that a lost packet, or a distant host, fails where the last address is IPv6 and the machine has none.
 */
export const autoSelectFamilyAttemptTimeout = 3000

/**
 * Creates a `lookup` for sockets that returns these addresses for every name, so that the addresses that were checked are
 * those that are dialled. Sockets do not call it for IP literals.
 */
export function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))

  return (_host, options, callback) => {
    const fitting = known.filter(({ family }) => !options.family || family === familyNumber(options.family))
    const [first] = fitting
    if (!first) {
      callback(Object.assign(new Error('No address of this family.'), { code: 'ENOTFOUND' }), [])
    } else if (options.all) {
      callback(null, fitting)
    } else {
      callback(null, first.address, first.family)
    }
  }
}

function familyNumber(family: number | string): number {
  return typeof family === 'number' ? family : Number(family.slice('IPv'.length))
}
