import { afterAll, beforeAll, describe, test } from '@jest/globals'
import { groups, type Group } from './groups.ts'
import { startWorld } from './world.ts'

/** Registers a test for each probe of a group. */
export function probeGroup(name: Group): void {
  let world: Awaited<ReturnType<typeof startWorld>>
  beforeAll(async () => {
    world = await startWorld()
  })
  afterAll(async () => {
    await world[Symbol.asyncDispose]()
  })

  for (const rows of groups[name])
    for (const [option, probes] of Object.entries(rows))
      describe(option, () => {
        for (const [title, probe] of Object.entries(probes)) test(title, () => probe(world))
      })
}
