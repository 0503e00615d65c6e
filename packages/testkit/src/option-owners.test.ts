import { describe, expect, test } from '@jest/globals'
import { stages } from '@render/engine'
import { optionNames, optionOf, standsFor, stateOf, type OptionName } from '@render/options'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const working = optionNames.filter((name) => stateOf(name) === 'works' && !standsFor(name))

/** Where an option gets its effect: stages of the engine, or the file that its row names. */
function ownersOf(name: OptionName): string[] {
  const owning = stages.filter((stage) => (stage.owns as readonly string[]).includes(name))
  const { owner } = optionOf(name)
  return [...owning.map((stage) => `stage ${stage.name}`), ...(owner ? [owner] : [])]
}

describe('option owners', () => {
  test.each(working)('%s has exactly one', (name) => {
    expect(ownersOf(name)).toHaveLength(1)
  })

  test('what is planned, accepted only, or stands for other options has none', () => {
    const owned = optionNames.filter((name) => !working.includes(name) && ownersOf(name).length > 0)
    expect(owned).toEqual([])
  })

  test.each(optionNames.filter((name) => optionOf(name).owner))(
    'the file that owns %s speaks of it',
    (name) => {
      expect(readFileSync(root + optionOf(name).owner, 'utf8')).toContain(name)
    },
  )

  test('every stage owns or borrows something known', () => {
    const known = new Set<string>(optionNames)
    const unknown = stages.flatMap(({ owns, borrows }) =>
      [...owns, ...borrows].filter((name) => !known.has(name)),
    )
    expect(unknown).toEqual([])
    expect(new Set(stages.map(({ name }) => name)).size).toBe(stages.length)
  })
})
