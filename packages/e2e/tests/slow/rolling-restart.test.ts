import { expect, test, describe } from '@jest/globals'
import { seededRandom, sendRequest, until } from '@render/testkit'
import { balance, type Gateway } from '../../src/balance.ts'
import { someRender, startLoad } from '../../src/start-load.ts'
import { useFaultWorld } from '../faults/use-fault-world.ts'

const RENDERS_PER_SECOND = 2
const READS_PER_SECOND = 5
const SERVICES = ['management', 'webhook-dispatcher', 'render-worker', 'gateway'] as const

describe('a rolling restart of all four services', () => {
  const world = useFaultWorld({ environment: { LAME_DUCK_MS: '1000' } })

  // Like a deployment: the new instance is ready before the old one stops. Fails if the gateway stops at once
  // (`LAME_DUCK_MS` and `CUT_MS` of 0).
  test('X37 under steady load loses nothing, and at most one in a hundred requests gets 503 with Retry-After', async () => {
    const { stack, history, origin } = world
    const gateways = [gatewayAt(stack.info.ports)]
    using balancer = balance(gateways)
    const random = seededRandom(37)
    const answers: { status: number; hasRetryAfter: boolean }[] = []

    async function read(): Promise<void> {
      const known = history.requested.filter(({ renderId }) => renderId !== undefined)
      const { renderId } = known[Math.floor(random() * known.length)]!
      const { status, headers } = await sendRequest(`${balancer.next()}/v1/render/${renderId}`)
      answers.push({ status, hasRetryAfter: headers.has('retry-after') })
    }
    const before = history.requested.length
    const loads = [
      startLoad(READS_PER_SECOND, read),
      startLoad(RENDERS_PER_SECOND, () =>
        history.create(balancer.next(), someRender(random, origin.url), { isSync: random() < 0.5 }),
      ),
    ]

    for (const service of SERVICES) {
      const another = await stack.startAnother(service)
      if (service === 'gateway') gateways.push(gatewayAt(another.ports))
      if (service === 'management') stack.sendToManagement(another.ports.managementInternal)
      await stack.processes[service].stop()
      await stack.processes[service].start()
      if (service === 'management') stack.sendToManagement(stack.info.ports.managementInternal)
      await another.process.stop()
    }
    // Enough requests for a share of one in a hundred.
    await until(() => answers.length + history.requested.length - before > 100, 60_000)
    await Promise.all(loads.map((load) => load.stop()))

    const created = history.requested.slice(before)
    expect(created.filter(({ answer }) => answer === 'unknown')).toEqual([])
    const all = [
      ...answers,
      ...created.map(({ status = 0, hasRetryAfter = false }) => ({ status, hasRetryAfter })),
    ]
    const refused = all.filter(({ status }) => status === 503)
    expect(refused.filter(({ hasRetryAfter }) => !hasRetryAfter)).toEqual([])
    expect(all.filter(({ status }) => status >= 500 && status !== 503)).toEqual([])
    expect(refused.length).toBeLessThanOrEqual(all.length / 100)
  }, 240_000)

  function gatewayAt({ gateway, gatewayMetrics }: typeof world.stack.info.ports): Gateway {
    return { url: `http://127.0.0.1:${gateway}`, readyUrl: `http://127.0.0.1:${gatewayMetrics}/ready` }
  }
})
