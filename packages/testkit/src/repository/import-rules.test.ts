import { describe, expect, test } from '@jest/globals'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** A package may import only workspace packages of earlier rows. */
const rows: string[][] = [
  ['errors', 'async', 'page-script'],
  ['outputs', 'markdown'],
  ['options', 'runtime', 'net', 'vault', 'filters', 'metadata', 'readable'],
  ['http', 'jobs', 'storage', 'management-client', 'llm'],
  ['service'],
  ['engine'],
  ['gateway', 'render-worker', 'webhook-dispatcher', 'management'],
  ['local', 'docker'],
  ['testkit'],
  ['e2e', 'bench', 'quality'],
]

/** Exceptions: packages of earlier rows that may not be imported. */
const forbidden: Record<string, string[]> = {
  engine: ['runtime', 'vault', 'http', 'jobs', 'storage', 'management-client', 'service'],
  local: ['gateway', 'render-worker', 'webhook-dispatcher', 'management'],
}

/** Libraries that some packages may not depend on. */
const forbiddenLibraries: Record<string, string[]> = {
  engine: ['express', 'bullmq', 'ioredis', '@prisma/client', 'pg'],
  'render-worker': ['@prisma/client', '@prisma/adapter-pg', 'pg', 'express'],
  gateway: ['@prisma/client', '@prisma/adapter-pg', 'pg', 'playwright-core'],
  'webhook-dispatcher': ['@prisma/client', '@prisma/adapter-pg', 'pg', 'playwright-core', 'express'],
}

interface Manifest {
  name: string
  folder: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  exports?: Record<string, string>
}

const manifests: Manifest[] = globSync('{packages,services,infra}/*/package.json', { cwd: root }).map(
  (path) => ({
    ...(JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest),
    folder: join(root, dirname(path)),
  }),
)
const short = (name: string) => name.replace('@render/', '')
const rowOf = (name: string) => rows.findIndex((row) => row.includes(short(name)))
const ours = (names: object = {}) => Object.keys(names).filter((name) => name.startsWith('@render/'))

describe('import rules', () => {
  test('every package has a row', () => {
    expect(manifests.filter(({ name }) => rowOf(name) < 0).map(({ name }) => name)).toEqual([])
    expect(manifests.length).toBeGreaterThan(10)
  })

  test.each(manifests.map((manifest) => [short(manifest.name), manifest] as const))(
    '%s imports only packages of earlier rows',
    (name, { dependencies }) => {
      for (const dependency of ours(dependencies)) {
        expect({ dependency, allowed: rowOf(dependency) < rowOf(name) }).toEqual({
          dependency,
          allowed: true,
        })
        expect(forbidden[name] ?? []).not.toContain(short(dependency))
      }
      for (const library of forbiddenLibraries[name] ?? [])
        expect(dependencies ?? {}).not.toHaveProperty([library])
    },
  )

  test.each(manifests.map((manifest) => [short(manifest.name), manifest] as const))(
    '%s is imported only through its index and declares its imports',
    (_, { folder, dependencies, devDependencies, name }) => {
      const declared = new Set([...ours(dependencies), ...ours(devDependencies), name])
      for (const file of globSync('{src,tests}/**/*.ts', { cwd: folder })) {
        const source = readFileSync(join(folder, file), 'utf8')
        for (const [, imported] of source.matchAll(/(?:from|import\()\s*'(@render\/[^']+)'/g)) {
          expect({ file, imported, declared: declared.has(imported!) }).toEqual({
            file,
            imported,
            declared: true,
          })
        }
        const outside = relativeImports(file, source).filter((path) => path.startsWith('..'))
        expect({ file, outside }).toEqual({ file, outside: [] })
      }
    },
  )

  test('a stage of the engine imports no other stage', () => {
    const engine = join(root, 'packages/engine')
    const stages = globSync('src/stages/**/*.ts', { cwd: engine }).filter(
      (file) => !file.endsWith('.test.ts'),
    )
    expect(stages.length).toBeGreaterThan(5)
    for (const file of stages) {
      const imported = relativeImports(file, readFileSync(join(engine, file), 'utf8'))
      expect({ file, stages: imported.filter((path) => path.startsWith('src/stages/')) }).toEqual({
        file,
        stages: [],
      })
    }
  })

  test('a README lists the packages that its package depends on', () => {
    const lists = manifests.flatMap(({ folder, name, dependencies }) => {
      const text = importListOf(readFileSync(join(folder, 'README.md'), 'utf8'))
      return text === undefined ? [] : [{ name, text, dependencies: ours(dependencies).map(short) }]
    })
    expect(lists.length).toBeGreaterThan(10)
    const wrong = lists.filter(
      ({ text, dependencies }) => namesIn(text).toSorted().join() !== dependencies.toSorted().join(),
    )
    expect(wrong).toEqual([])
  })

  test('packages export only their index', () => {
    const libraries = manifests.filter(({ exports }) => exports)
    expect(libraries.length).toBeGreaterThan(10)
    for (const { exports } of libraries) expect(exports).toEqual({ '.': './src/index.ts' })
  })

  test('only one file loads Playwright, which waits for a render that needs it', () => {
    const loaders = globSync('packages/engine/src/**/*.ts', { cwd: root })
      .filter((file) => !file.endsWith('.test.ts'))
      .filter((file) =>
        /^import (?!type).*'playwright-core'|import\('playwright-core'\)/m.test(
          readFileSync(join(root, file), 'utf8'),
        ),
      )
    expect(loaders).toEqual(['packages/engine/src/playwright/load-playwright.ts'])
  })

  test('only the configuration reads the environment of a service', () => {
    const readers = globSync('{packages,services}/*/src/**/*.ts', { cwd: root })
      .filter((file) => !/\.test\.ts$|\/generated\/|packages\/(testkit|bench|e2e)\//.test(file))
      .filter((file) => readFileSync(join(root, file), 'utf8').includes('process.env'))
    expect(readers).toEqual(['packages/runtime/src/config.ts'])
  })
})

/** Returns what a README says after "May import:"; undefined when it refers to rows of the table instead of packages. */
function importListOf(readme: string): string | undefined {
  const [, text] = /May import: ([^.]*)\./.exec(readme) ?? []
  return text !== undefined && /^(any|all|rows) |^anything/.test(text) ? undefined : text
}

function namesIn(list: string): string[] {
  return list === 'nothing'
    ? []
    : list.split(', ').flatMap((name) => /^`?(?:@render\/)?([a-z-]+)`?$/.exec(name)?.[1] ?? [])
}

/** Returns the relative imports of a file as paths within its package. */
function relativeImports(file: string, source: string): string[] {
  const imports = source.matchAll(/(?:from|import\()\s*'(\.[^']*)'/g)
  return [...imports].map(([, path]) => join(dirname(file), path!))
}
