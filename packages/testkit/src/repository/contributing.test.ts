import { describe, expect, test } from '@jest/globals'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const page = readFileSync(`${root}CONTRIBUTING.md`, 'utf8')
/** The code blocks of the page, each with the file named last before it. */
const quotes = page
  .split('```ts\n')
  .slice(1)
  .map((part, index) => {
    const before = page
      .split('```ts\n')
      .slice(0, index + 1)
      .join('')
    return [[...before.matchAll(/`([\w/.-]+\.ts)`/g)].at(-1)![1]!, part.split('```')[0]!] as const
  })

describe('CONTRIBUTING.md', () => {
  test.each(quotes)('quotes %s exactly', (file, code) => {
    expect(bare(readFileSync(root + file, 'utf8'))).toContain(bare(code))
  })

  test('quotes a table row, a stage and a test', () => {
    expect(quotes.map(([file]) => file)).toEqual([
      expect.stringContaining('/groups/'),
      expect.stringContaining('/stages/'),
      expect.stringContaining('/tests/'),
    ])
  })

  test('names only existing paths', () => {
    const paths = [...page.matchAll(/`((?:packages|services|docs)\/[\w/.-]+)`/g)].map(([, path]) => path!)
    expect(paths.length).toBeGreaterThan(5)
    expect(paths.filter((path) => !existsSync(root + path))).toEqual([])
  })
})

function bare(code: string): string {
  return code.replaceAll(/\s+/g, '')
}
