import { expect, test } from '@jest/globals'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { filesToLint } from './files-to-lint.ts'

const A = '@render/a'

/** Two packages: `b/src/uses.ts` imports `a`, whose entry passes on what `a/src/deep.ts` exports. */
const SOURCES = {
  '.oxlintrc.json': '{}',
  'tsconfig.json': '{}',
  'package.json': '{}',
  'pnpm-lock.yaml': '',
  'pnpm-workspace.yaml': '',
  'packages/a/package.json': `{"name":"${A}","exports":{".":"./src/index.ts"}}`,
  'packages/a/src/index.ts': "export { deep } from './deep.ts'",
  'packages/a/src/deep.ts': 'export const deep = 1',
  'packages/a/src/alone.ts': 'export const alone = 1',
  'packages/a/src/table.json': '[]',
  'packages/a/src/reads.ts': "import table from './table.json' with { type: 'json' }",
  'packages/a/src/lazy.ts': "export const lazy = () => import('./deep.ts')",
  'services/b/package.json': '{"name":"@render/b"}',
  'services/b/src/uses.ts': `import { deep } from '${A}'`,
  'services/b/node_modules/c/index.ts': `import '${A}'`,
}

function checkout() {
  const root = mkdtempSync(`${tmpdir()}/lint-`)
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  for (const [file, text] of Object.entries(SOURCES)) write(file, text)
  const { passed } = filesToLint(root)
  const filesAfter = (file: string, text?: string) => {
    if (text === undefined) rmSync(join(root, file))
    else write(file, text)
    return filesToLint(root, passed).files.toSorted()
  }
  return { root, filesAfter, [Symbol.dispose]: () => rmSync(root, { recursive: true }) }
}

test('all sources are linted at first, those of libraries never', () => {
  using made = checkout()
  const { files, isAll } = filesToLint(made.root)
  expect(isAll).toBe(true)
  expect(files).toHaveLength(6)
})

test('nothing is linted when nothing has changed', () => {
  using made = checkout()
  expect(made.filesAfter('packages/a/src/alone.ts', SOURCES['packages/a/src/alone.ts'])).toEqual([])
})

test.each([
  ['packages/a/src/alone.ts', 'export const alone = 2', ['packages/a/src/alone.ts']],
  [
    'packages/a/src/deep.ts',
    'export const deep = 2',
    ['packages/a/src/deep.ts', 'packages/a/src/index.ts', 'packages/a/src/lazy.ts', 'services/b/src/uses.ts'],
  ],
  [
    'packages/a/src/deep.ts',
    undefined,
    ['packages/a/src/index.ts', 'packages/a/src/lazy.ts', 'services/b/src/uses.ts'],
  ],
  ['packages/a/src/table.json', '[1]', ['packages/a/src/reads.ts']],
  ['packages/a/src/new.ts', "import { deep } from './deep.ts'", ['packages/a/src/new.ts']],
])('a change of %s lints it and what imports it', (file, text, linted) => {
  using made = checkout()
  expect(made.filesAfter(file, text)).toEqual(linted)
})

test.each([
  '.oxlintrc.json',
  'tsconfig.json',
  'pnpm-lock.yaml',
  'services/b/package.json',
  'packages/a/src/c.d.ts',
])('a change of %s lints everything', (file) => {
  using made = checkout()
  expect(made.filesAfter(file, '{ "name": "changed" }').length).toBeGreaterThanOrEqual(6)
})
