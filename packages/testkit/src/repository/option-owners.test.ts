import { describe, expect, test } from '@jest/globals'
import { optionReaders, stages } from '@render/engine'
import { optionNames, optionOf, standsFor, stateOf, type OptionName } from '@render/options'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const working = optionNames.filter((name) => stateOf(name) === 'works' && !standsFor(name))

const readers = [
  ...stages.map(({ name, owns, borrows }) => ({ name: `stage ${name}`, owns, borrows })),
  ...optionReaders.map(({ reader, owns, borrows }) => ({ name: `reader ${reader}`, owns, borrows })),
]

/** Returns what gives an option its effect: stages and readers of the engine, or the file that its row names. */
function ownersOf(name: OptionName): string[] {
  const owning = readers.filter(({ owns }) => (owns as readonly string[]).includes(name))
  const { owner } = optionOf(name)
  return [...owning.map((reader) => reader.name), ...(owner ? [owner] : [])]
}

/** Returns a source without its comments. */
function codeOf(source: string): string {
  return source.replaceAll(/\/\*.*?\*\/|^\s*\/\/[^\n]*$/gms, '')
}

describe('option owners', () => {
  test('every working option has exactly one owner', () => {
    const owners = working.map((name) => [name, ...ownersOf(name)])
    expect(owners.filter(({ length }) => length !== 2)).toEqual([])
    expect(working.length).toBeGreaterThan(150)
  })

  test('accepted options, aliases and shorthands have no owner', () => {
    const owned = optionNames.filter((name) => !working.includes(name) && ownersOf(name).length > 0)
    expect(owned).toEqual([])
  })

  test('a file that owns an option contains its name outside of comments', () => {
    const absent = optionNames.filter((name) => {
      const { owner } = optionOf(name)
      return owner && !codeOf(readFileSync(root + owner, 'utf8')).includes(name)
    })
    expect(absent).toEqual([])
  })

  test('stages and readers own and borrow known options, and have unique names', () => {
    const known = new Set<string>(optionNames)
    const unknown = readers.flatMap(({ owns, borrows }) =>
      [...owns, ...borrows].filter((name) => !known.has(name)),
    )
    expect(unknown).toEqual([])
    expect(new Set(readers.map(({ name }) => name)).size).toBe(readers.length)
  })
})
