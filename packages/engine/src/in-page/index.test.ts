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

test('functions of the page use no values but functions that are listed, under their own names', async () => {
  const listed = new Set<string>(Object.keys(inPage))
  const unlisted: string[] = []
  for (const file of FILES) {
    const source = readFileSync(join(import.meta.dirname, file), 'utf8')
    const values = new Set(valuesOf(source))
    const functions = Object.values((await import(`./${file}`)) as object).filter(
      (value) => typeof value === 'function',
    )
    for (const each of functions)
      for (const [name] of String(each).matchAll(NAME))
        if (values.has(name) && name !== each.name && !listed.has(name)) unlisted.push(`${file}: ${name}`)
  }
  expect(FILES.length).toBeGreaterThan(80)
  expect(unlisted).toEqual([])
})

test('the listed functions are declarations of the names under which they are listed', () => {
  const isDeclared = (name: string, value: (...args: never[]) => unknown): boolean =>
    new RegExp(`^(?:async )?function\\*? ${name}\\(`).test(String(value))
  expect(Object.entries(inPage).filter(([name, value]) => !isDeclared(name, value))).toEqual([])
})
