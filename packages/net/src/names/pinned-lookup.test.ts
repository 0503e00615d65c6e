import type { LookupOptions } from 'node:dns'
import { describe, expect, test } from '@jest/globals'
import { pinnedLookup } from './pinned-lookup.ts'

describe('pinnedLookup', () => {
  const v4 = { address: '1.2.3.4', family: 4 }
  const v6 = { address: '2a00::1', family: 6 }

  test.each<[string, LookupOptions, unknown[]]>([
    ['all', { all: true }, [null, [v6, v4]]],
    ['all of IPv4', { all: true, family: 4 }, [null, [v4]]],
    ['the first', {}, [null, '2a00::1', 6]],
    ['the first of any family', { family: 0 }, [null, '2a00::1', 6]],
    ['the first of IPv4', { family: 'IPv4' }, [null, '1.2.3.4', 4]],
  ])('gives %s', (_name, options, expected) => {
    expect(ask(['2a00::1', '1.2.3.4'], options)).toEqual(expected)
  })

  test('fails when no address has the family', () => {
    expect(ask(['1.2.3.4'], { family: 6, all: true })[0]).toMatchObject({ code: 'ENOTFOUND' })
  })
})

function ask(addresses: string[], options: LookupOptions): unknown[] {
  let answer: unknown[] = []
  pinnedLookup(addresses)('any.test', options, (...result) => {
    answer = result
  })
  return answer
}
