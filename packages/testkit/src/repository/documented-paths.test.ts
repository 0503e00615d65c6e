import { describe, expect, test } from '@jest/globals'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const documents = globSync(
  ['*.md', 'docs/**/*.md', '{packages,services,infra}/*/*.md', '{packages,services,infra}/*/docs/**/*.md'],
  { cwd: root },
).toSorted()
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

/** Folders at the root of the repository. */
const FROM_ROOT = /^(packages|services|infra|docs|prisma|\.ci)\//
/** Folders of a package, which its own documents name without the package's path. */
const FROM_PACKAGE = /^(src|tests|bootstrap)\//

describe.each(documents)('%s', (document) => {
  const text = readFileSync(join(root, document), 'utf8')

  test('links only to existing files', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!)
    const local = links.filter((link) => !/^(#|[a-z]+:)/.test(link)).map((link) => link.replace(/#.*/, ''))
    expect(local.filter((link) => !existsSync(join(root, dirname(document), link)))).toEqual([])
  })

  test('names only existing paths', () => {
    expect(codeIn(text).filter((path) => !existsIn(document, path))).toEqual([])
  })

  test('names only existing npm scripts', () => {
    const named = [...text.matchAll(/\bnpm run ([\w-]+)/g)].map(([, name]) => name!)
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })
})

test('the documents include the README, the guides and the package pages', () => {
  expect(documents).toEqual(
    expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'packages/testkit/README.md']),
  )
  expect(documents.some((document) => document.startsWith('docs/'))).toBe(true)
})

/** Returns the inline code of a document that consists of one word. */
function codeIn(text: string): string[] {
  const prose = text.replaceAll(/^```[^]*?^```/gm, '')
  return [...prose.matchAll(/`([^`\s]+)`/g)].map(([, code]) => code!)
}

/** Returns false for a path of this repository that does not exist; true for everything else. */
function existsIn(document: string, path: string): boolean {
  if (path.includes('<') || path.includes('…') || path.includes('...')) return true
  if (FROM_ROOT.test(path)) return hasMatch(root, path)
  const folder = /^(?:packages|services|infra)\/[^/]+\//.exec(document)?.[0]
  return folder && FROM_PACKAGE.test(path) ? hasMatch(join(root, folder), path) : true
}

function hasMatch(folder: string, path: string): boolean {
  return globSync(path.replace(/:\d+$/, ''), { cwd: folder }).length > 0
}
