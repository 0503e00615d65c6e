import { describe, expect, test } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { queuesOf, routeRender } from './route-render.ts'

const routing = { queues: ['batch'], regions: ['eu', 'us'], versions: ['stable', 'latest'] }
const route = (options: GivenOptions, defaults: GivenOptions = {}) =>
  routeRender({ options, defaults: { options: defaults } }, routing)

describe('routeRender', () => {
  test.each<[GivenOptions, string | undefined]>([
    [{}, undefined],
    [{ region: 'eu' }, 'eu'],
    [{ render_queue: 'batch' }, 'batch'],
    [{ engine_version: 'stable' }, undefined],
    [{ engine_version: 'latest' }, 'latest'],
    [{ v: 'latest' }, 'latest'],
    [{ v: 'latest', engine_version: 'stable' }, undefined],
    [{ format: 'mp4' }, '.videos'],
    [{ format: 'webm', region: 'eu' }, 'eu.videos'],
  ])('%j goes to the queue %s', (given, queue) => {
    expect(route(given)).toEqual({ queue, warnings: [] })
  })

  test.each<[GivenOptions, string | undefined, string]>([
    [{ render_queue: 'nope' }, undefined, '"render_queue" "nope" does not exist and was ignored.'],
    [{ engine_version: 'lts' }, undefined, '"engine_version" lts is not available: stable was used.'],
    [{ v: 'experimental' }, 'latest', '"engine_version" experimental is not available: latest was used.'],
    [
      { region: 'eu', render_queue: 'batch' },
      'eu',
      '"render_queue" was ignored because "region" decides the queue.',
    ],
    [
      { render_queue: 'batch', v: 'latest' },
      'batch',
      '"engine_version" was ignored because "render_queue" decides the queue.',
    ],
  ])('%j goes to the queue %s, with a warning', (given, queue, warning) => {
    expect(route(given)).toEqual({ queue, warnings: [warning] })
  })

  test('knows the queues of all renders but the default one', () => {
    expect(queuesOf(routing)).toEqual(
      ['batch', 'eu', 'us', 'latest'].flatMap((name) => [name, `${name}.videos`]).concat('.videos'),
    )
  })

  test('uses the defaults of the project for options that are not set', () => {
    const defaults: GivenOptions = { engine_version: 'latest' }
    expect(route({}, defaults).queue).toBe('latest')
    expect(route({ v: 'stable' }, defaults).queue).toBeUndefined()
  })

  test('refuses an unknown region', () => {
    expect(() => route({ region: 'mars' })).toThrow('"region" must be one of eu, us, not "mars".')
    const requested = { options: { region: 'eu' }, defaults: { options: {} } }
    expect(() => routeRender(requested, { ...routing, regions: [] })).toThrow(
      '"region" is not supported: this service has no regions.',
    )
  })
})
