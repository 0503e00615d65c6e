import { expect, test } from '@jest/globals'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as inPage from './index.ts'

const FILES = globSync('*/*.ts', {
  cwd: import.meta.dirname,
  exclude: ['self-contained/**', '**/*.test.ts'],
})
const NAME = /[A-Za-z_$][\w$]*/g

/** Returns the names of values that a module imports or declares outside of functions. */
function valuesOf(source: string): string[] {
  const imported = [...source.matchAll(/^import \{([^}]+)\} from /gm)]
    .flatMap(([, names]) => names!.split(','))
    .map((name) => name.trim())
    .filter((name) => name && !name.startsWith('type '))
    .map((name) => name.split(' ').at(-1)!)
  const declared = source.matchAll(/^(?:export )?(?:async )?(?:function\*?|const|let|class|enum) ([\w$]+)/gm)
  return [...imported, ...Array.from(declared, ([, name]) => name!)]
}

/** Returns the values of its module that the functions of a file name, but for these. */
async function valuesUsedIn(file: string, allowed: ReadonlySet<string>): Promise<string[]> {
  const values = new Set(valuesOf(readFileSync(join(import.meta.dirname, file), 'utf8')))
  const functions = Object.values((await import(`./${file}`)) as object).filter(
    (value) => typeof value === 'function',
  )
  return functions.flatMap((each) =>
    Array.from(String(each).matchAll(NAME), ([name]) => name)
      .filter((name) => values.has(name) && name !== each.name && !allowed.has(name))
      .map((name) => `${file}: ${name}`),
  )
}

test('functions of the page use no values but functions that are listed, under their own names', async () => {
  const listed = new Set(Object.keys(inPage))
  const isOfMainWorld = (file: string) => file.startsWith('main-world/')
  const used = await Promise.all(
    FILES.map((file) => valuesUsedIn(file, isOfMainWorld(file) ? new Set() : listed)),
  )
  expect(FILES.length).toBeGreaterThan(80)
  expect(used.flat()).toEqual([])
})

test('the listed functions are declarations of the names under which they are listed', () => {
  const isDeclared = (name: string, value: (...args: never[]) => unknown): boolean =>
    new RegExp(`^(?:async )?function\\*? ${name}\\(`).test(String(value))
  expect(Object.entries(inPage).filter(([name, value]) => !isDeclared(name, value))).toEqual([])
})
