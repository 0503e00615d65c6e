import { expect, test } from '@jest/globals'
import { optionNames, standsFor, stateOf, type OptionName } from '@render/options'
import { readdirSync } from 'node:fs'
import { optionReaders, stages } from '../../src/index.ts'
import { notShown, shownByOptions, shownByTests } from '../mutants/stages-without-options.ts'
import { groups } from './groups.ts'

const modules = Object.values(groups).flat()

test('every option of the engine and every other name has one row, and every row has an option', () => {
  const owned = new Set<string>([...stages, ...optionReaders].flatMap(({ owns }) => owns))
  const isOurs = (name: OptionName) => owned.has(name)
  const working = optionNames.filter(
    (name) => stateOf(name) === 'works' && (standsFor(name) ?? [name]).some(isOurs),
  )
  expect(modules.flatMap((rows) => Object.keys(rows)).toSorted()).toEqual(working.toSorted())
})

test('every row has probes', () => {
  const empty = modules.flatMap(Object.entries).filter(([, probes]) => Object.keys(probes).length === 0)
  expect(empty.map(([option]) => option)).toEqual([])
})

test('every stage without options has something that shows it', () => {
  const shown = { ...shownByOptions, ...shownByTests, ...notShown }
  const without = stages.filter(({ owns }) => owns.length === 0).map(({ name }) => name)
  expect(without.filter((name) => !Object.hasOwn(shown, name))).toEqual([])
})

test('every module of rows is in a group, and every group has a test file', () => {
  expect(modules.length).toBe(readdirSync(`${import.meta.dirname}/rows`).length)
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.test.ts'))
  const named = Object.keys(groups).map((group) => `${group}.test.ts`)
  expect(files.toSorted()).toEqual([...named, 'groups.test.ts'].toSorted())
})
