import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runInNewContext } from 'node:vm'
import { expect, test } from '@jest/globals'
import { bundlePrograms } from '../src/programs/bundle-programs.ts'
import { checkout } from '../src/state/checkout.ts'

test('a bundled program finds the files beside its sources and what is installed', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'bundle-'))
  const [program, later] = ['program.ts', 'later.ts'].map((name) => join(folder.path, name))
  const sharp = install(folder.path, 'sharp', 'export const at = import.meta.filename')
  install(folder.path, 'common', 'const set = (it) => (it.name = 1); set(exports); exports.fun = () => 2')
  writeFileSync(
    program!,
    `import { at } from 'sharp'
     const { parts } = await import('./later.ts')
     const { fun } = await import('common')
     const { url, dirname } = { url: import.meta.url, dirname: import.meta.dirname }
     console.log(JSON.stringify([url, dirname, import.meta.resolve('sharp'), at, ...parts, fun()]))`,
  )
  writeFileSync(later!, 'export const parts: string[] = [import.meta.filename]')

  const directory = join(folder.path, 'bundle')
  const { programs, sources } = await bundlePrograms({ main: program! }, directory)
  expect(sources.toSorted()).toEqual([later, program])
  const output = execFileSync(process.execPath, [join(directory, programs.main!)], { encoding: 'utf8' })
  const found = [pathToFileURL(program!).href, folder.path, pathToFileURL(sharp).href, sharp, later, 2]
  expect(JSON.parse(output)).toEqual(found)
})

test('a bundled program sends functions to the page under the names that they have in the bundle', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'bundle-'))
  const [program, other] = ['program.ts', 'other.ts'].map((name) => join(folder.path, name))
  const engine = `${checkout}/packages/engine/src`
  writeFileSync(
    program!,
    `import { findMatches, isSeen } from './other.ts'
     import { countMatches } from '${engine}/in-page/finding/count-matches.ts'
     import { pageSource } from '${engine}/protocol/page-source.ts'
     console.log(JSON.stringify({ own: [findMatches(), isSeen()], source: pageSource(countMatches) }))`,
  )
  const values = ['findMatches', 'isSeen'].map((name) => `export function ${name}() { return '${name}' }`)
  writeFileSync(other!, values.join('\n'))

  const directory = join(folder.path, 'bundle')
  const { programs } = await bundlePrograms({ main: program! }, directory)
  const output = execFileSync(process.execPath, [join(directory, programs.main!)], { encoding: 'utf8' })
  const { own, source } = JSON.parse(output) as { own: string[]; source: string }
  expect(own).toEqual(['findMatches', 'isSeen'])
  expect(source).toMatch(/function findMatches2\(.*function isSeen2\(/s)
  const box = { left: 0, right: 1, top: 0, bottom: 1 }
  const seen = { checkVisibility: () => true, getBoundingClientRect: () => box }
  const hidden = { ...seen, checkVisibility: () => false }
  const prototype = { querySelectorAll: () => [seen, hidden, seen] }
  const given = { selector: { css: 'p' }, onlyVisible: true }
  const page = { Document: { prototype }, document: {}, given }
  expect(runInNewContext(`(${source})(given)`, page)).toBe(2)
})

/** Installs a package of one module; returns the module's path. */
function install(folder: string, name: string, source: string): string {
  const directory = join(folder, 'node_modules', name)
  mkdirSync(directory, { recursive: true })
  const type = source.startsWith('export') ? 'module' : 'commonjs'
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ type, exports: './index.js' }))
  writeFileSync(join(directory, 'index.js'), source)
  return join(directory, 'index.js')
}
