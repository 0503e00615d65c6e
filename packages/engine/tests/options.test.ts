import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { optionNames, optionOf, standsFor, stateOf, type OptionName } from '@render/options'
import { readPicture, startOrigin } from '@render/testkit'
import { stages } from '../src/index.ts'
import { acting } from './options/acting.ts'
import { hiding } from './options/hiding.ts'
import { waitingFor } from './options/waiting-for.ts'
import { appearance } from './options/appearance.ts'
import { area } from './options/area.ts'
import { blocking } from './options/blocking.ts'
import { browsers } from './options/browsers.ts'
import { colour } from './options/colour.ts'
import { files } from './options/files.ts'
import { finishing } from './options/finishing.ts'
import { fullPage } from './options/full-page.ts'
import type { Rows, World } from './options/rows.ts'
import { identity } from './options/identity.ts'
import { failurePolicy } from './options/failure.ts'
import { network } from './options/network.ts'
import { listed } from './options/listed.ts'
import { proxying } from './options/proxying.ts'
import { signing } from './options/signing.ts'
import { source } from './options/source.ts'
import { viewport } from './options/viewport.ts'
import { waiting } from './options/waiting.ts'
import { watermark } from './options/watermark.ts'
import { startTestEngine } from './test-engine.ts'

const rows: Rows = {
  ...source,
  ...viewport,
  ...area,
  ...fullPage,
  ...appearance,
  ...colour,
  ...blocking,
  ...listed,
  ...waiting,
  ...network,
  ...proxying,
  ...signing,
  ...failurePolicy,
  ...identity,
  ...browsers,
  ...waitingFor,
  ...hiding,
  ...acting,
  ...finishing,
  ...files,
  ...watermark,
}

let world: World
beforeAll(async () => {
  const [engine, origin] = await Promise.all([startTestEngine(), startOrigin()])
  world = { engine, origin, picture: async (options) => readPicture((await engine.make(options)).body) }
})
afterAll(async () => {
  await world.engine[Symbol.asyncDispose]()
  await world.origin[Symbol.asyncDispose]()
})

describe.each(Object.entries(rows))('%s', (_, probes) => {
  test.each(probes.map((probe, index) => [index + 1, probe] as const))('is seen (%i)', (_index, probe) =>
    probe(world),
  )
})

test('every option of the engine has a row, other names of them too, and no row is without its option', () => {
  const owned = new Set<string>(stages.flatMap((stage) => stage.owns))
  const isOurs = (name: OptionName) => owned.has(name) || optionOf(name).owner?.startsWith('packages/engine/')
  const working = optionNames.filter(
    (name) => stateOf(name) === 'works' && (standsFor(name) ?? [name]).some(isOurs),
  )
  expect(Object.keys(rows).toSorted()).toEqual(working.toSorted())
})
