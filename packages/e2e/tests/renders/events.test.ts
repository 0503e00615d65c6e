import { describe, expect, test } from '@jest/globals'
import { sendRequest, startHeldSite, watchEvents, type StreamedEvent } from '@render/testkit'
import { useSharedStack } from '../use-shared-stack.ts'

describe('the event stream of a render', () => {
  const world = useSharedStack()

  test('sends stages as they begin and ends with the status', async () => {
    await using site = await startHeldSite('<img src="/held">')
    const { body } = await world.client.async({ url: site.url })
    const headers = { authorization: `Bearer ${world.stack.secretKey}` }
    const { status, events } = await watchEvents(`${body.statusUrl}/events`, { headers })
    expect(status).toBe(200)
    const seen: StreamedEvent[] = []
    for await (const event of events) {
      seen.push(event)
      // The page cannot load before its first stages are seen.
      if (event.event === 'stages') site.release()
    }
    const names = seen.map(({ event }) => event)
    expect(names.slice(0, 3)).toEqual(['created', 'started', 'stages'])
    expect(names.at(-1)).toBe('succeeded')
    const stages = seen.flatMap(({ event, data }) => (event === 'stages' ? (data.stages as string[]) : []))
    expect(stages.indexOf('load-page')).toBeGreaterThan(-1)
    expect(stages.indexOf('settle-page')).toBeGreaterThan(stages.indexOf('load-page'))
    expect(seen[2]!.data.stages).not.toContain('settle-page')
    expect(seen.at(-1)!.data).toEqual((await sendRequest(body.statusUrl)).body)

    const resumed = await watchEvents(`${body.statusUrl}/events`, {
      headers: { ...headers, 'last-event-id': seen[1]!.id },
    })
    expect(await Array.fromAsync(resumed.events)).toEqual(seen.slice(2))
    expect((await sendRequest(`${body.statusUrl}/events`)).status).toBe(401)
  })
})
