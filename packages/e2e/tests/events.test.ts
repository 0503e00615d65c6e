import { describe, expect, test } from '@jest/globals'
import { ask, watchEvents } from '@render/testkit'
import { useWorld } from './use-world.ts'

describe('a render that is watched', () => {
  const world = useWorld()

  test('tells its stages as they come, and ends with its status', async () => {
    const { secretKey } = world.stack.info
    const { body } = await world.stack.client.async({ url: `${world.origin.url}/red`, delay: 1500 })
    const headers = { authorization: `Bearer ${secretKey}` }
    const { status, events } = await watchEvents(`${body.statusUrl}/events`, { headers })
    expect(status).toBe(200)
    const seen = await Array.fromAsync(events)
    const names = seen.map(({ event }) => event)
    expect(names.slice(0, 3)).toEqual(['created', 'started', 'stages'])
    expect(names.at(-1)).toBe('succeeded')
    const stages = seen.flatMap(({ event, data }) => (event === 'stages' ? (data.stages as string[]) : []))
    expect(stages.indexOf('load-page')).toBeGreaterThan(-1)
    expect(stages.indexOf('delay-capture')).toBeGreaterThan(stages.indexOf('load-page'))
    // Told while the page was being waited for, not afterwards.
    expect(names.filter((name) => name === 'stages').length).toBeGreaterThan(1)
    expect(seen.at(-1)!.data).toEqual((await ask(body.statusUrl)).body)

    const resumed = await watchEvents(`${body.statusUrl}/events`, {
      headers: { ...headers, 'last-event-id': seen[1]!.id },
    })
    expect(await Array.fromAsync(resumed.events)).toEqual(seen.slice(2))
    expect((await ask(`${body.statusUrl}/events`)).status).toBe(401)
  })
})
