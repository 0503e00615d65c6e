import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { withTimeout } from '@render/async'
import { stages } from '../../src/index.ts'
import type { Phase } from '../../src/stage.ts'
import { groups } from '../options/groups.ts'
import type { Probe } from '../options/probe.ts'
import { startWorld } from '../options/world.ts'
import { notShown, shownByOptions, shownByTests } from './stages-without-options.ts'
import { takeOut } from './take-out.ts'

const rows = Object.assign({}, ...Object.values(groups).flat()) as Record<string, Record<string, Probe>>

/** A probe that does not end in this time has failed. */
const PROBE_MS = 40_000

/**
 * Registers a test for each option of the stages of these phases. It takes the stage out and expects that one of the
 * option's probes fails, and that this probe succeeds again with the stage.
 */
export function takeOutEach(...phases: Phase[]): void {
  let world: Awaited<ReturnType<typeof startWorld>>
  beforeAll(async () => {
    world = await startWorld()
  })
  afterAll(async () => {
    await world[Symbol.asyncDispose]()
  })

  const fails = (probe: Probe): Promise<boolean> => {
    // A world of its own, because probes of one world share renders.
    const succeeds = Promise.try(() => probe({ ...world })).then(
      () => false,
      () => true,
    )
    return withTimeout(succeeds, PROBE_MS, () => true)
  }

  const taken = stages.filter(
    ({ name, phase }) => phases.includes(phase) && !shownByTests[name] && !notShown[name],
  )
  describe.each(taken.map((stage) => [stage.name, stage] as const))(
    'without the stage "%s"',
    (name, { owns }) => {
      test.each(optionsOf(name, owns))('a probe of "%s" fails', async (option) => {
        for (const [title, probe] of Object.entries(rows[option]!)) {
          if (!(await without(name, () => fails(probe)))) continue
          expect({ title, fails: await fails(probe) }).toEqual({ title, fails: false })
          return
        }
        throw new Error(`These probes stay green:\n${Object.keys(rows[option]!).join('\n')}`)
      })
    },
  )
}

/** Returns the options of a stage that have probes. */
function optionsOf(stage: string, owns: readonly string[]): string[] {
  return (owns.length > 0 ? owns : (shownByOptions[stage] ?? [])).filter((option) => rows[option])
}

async function without<T>(stage: string, work: () => Promise<T>): Promise<T> {
  using _ = takeOut(stage)
  return await work()
}
