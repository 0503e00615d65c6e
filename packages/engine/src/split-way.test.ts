import { describe, expect, test } from '@jest/globals'
import { goesThrough, parseUplink, type Route } from '@render/net'
import { splitWay, type SplitRules } from './split-way.ts'

const through: Route = { uplink: parseUplink('p.example:1')!, isTrusted: false }

/** Whether requests of some kinds to `a.example` and `b.example` go through the other proxy. */
function shared(rules: SplitRules): string[] {
  const { route, detour } = splitWay(through, rules)
  return ['a', 'b'].flatMap((name) =>
    ['document', 'script', 'image']
      .filter((kind) => {
        const host = `${name}.example`
        const way = detour?.takes(kind, host) ? detour.route : route
        return way !== undefined && goesThrough(way, host)
      })
      .map((kind) => `${name} ${kind}`),
  )
}

const [A, B] = ['a', 'b'].map((name) => ['document', 'script', 'image'].map((kind) => `${name} ${kind}`)) as [
  string[],
  string[],
]

describe('what goes through another proxy', () => {
  test.each<[SplitRules, string[]]>([
    [{}, [...A, ...B]],
    [{ hosts: ['a.example'] }, A],
    [{ hosts: [] }, []],
    [{ kinds: ['document', 'script'] }, ['a document', 'a script', 'b document', 'b script']],
    [{ kinds: ['image'] }, ['a image', 'b image']],
    [{ kinds: ['document'], hosts: ['a.example'] }, [...A, 'b document']],
    [{ kinds: ['image'], hosts: ['a.example'] }, [...A, 'b image']],
  ])('%j', (rules, expected) => expect(shared(rules)).toEqual(expected))

  test('the page has its own way where only hosts are told apart, and a plain one where nothing of it goes through', () => {
    expect(splitWay(through, { hosts: ['a.example'] })).not.toHaveProperty('detour')
    expect(splitWay(through, { kinds: ['image'] })).not.toHaveProperty('route')
  })
})
