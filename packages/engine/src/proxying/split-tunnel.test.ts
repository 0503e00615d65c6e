import { describe, expect, test } from '@jest/globals'
import { goesThrough, parseUpstreamProxy, type ProxyRoute } from '@render/net'
import { splitTraffic, type SplitRules } from './split-tunnel.ts'

const through: ProxyRoute = { upstream: parseUpstreamProxy('p.example:1')!, isTrusted: false }

/** Returns which requests of three types to `a.example` and `b.example` go through the upstream proxy. */
function shared(rules: SplitRules): string[] {
  const { route, splitTunnel } = splitTraffic(through, rules)
  return ['a', 'b'].flatMap((name) =>
    ['document', 'script', 'image']
      .filter((type) => {
        const host = `${name}.example`
        const chosen = splitTunnel?.takes(type, host) ? splitTunnel.route : route
        return chosen !== undefined && goesThrough(chosen, host)
      })
      .map((type) => `${name} ${type}`),
  )
}

const [A, B] = ['a', 'b'].map((name) => ['document', 'script', 'image'].map((type) => `${name} ${type}`)) as [
  string[],
  string[],
]

describe('requests through an upstream proxy', () => {
  test.each<[SplitRules, string[]]>([
    [{}, [...A, ...B]],
    [{ hosts: ['a.example'] }, A],
    [{ hosts: [] }, []],
    [{ resourceTypes: ['document', 'script'] }, ['a document', 'a script', 'b document', 'b script']],
    [{ resourceTypes: ['image'] }, ['a image', 'b image']],
    [{ resourceTypes: ['document'], hosts: ['a.example'] }, [...A, 'b document']],
    [{ resourceTypes: ['image'], hosts: ['a.example'] }, [...A, 'b image']],
  ])('%j', (rules, expected) => expect(shared(rules)).toEqual(expected))

  test('need no split tunnel when only hosts are split, and no route when documents are direct', () => {
    expect(splitTraffic(through, { hosts: ['a.example'] })).not.toHaveProperty('splitTunnel')
    expect(splitTraffic(through, { resourceTypes: ['image'] })).not.toHaveProperty('route')
  })
})
