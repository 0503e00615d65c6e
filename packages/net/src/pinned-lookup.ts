import { isIPv6, type LookupFunction } from 'node:net'

/**
 * A `lookup` for sockets that knows only these addresses, whatever name it is asked for: what was checked is what is
 * dialled. Sockets do not call it for IP literals.
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
