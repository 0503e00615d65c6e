import { describe, expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { describeOptions } from './index.ts'
import { writeReference } from './reference.ts'

const page = writeReference(describeOptions())

describe('the reference', () => {
  test('docs/options.md is what `npm run generate` writes', () => {
    expect(readFileSync(new URL('../../../docs/options.md', import.meta.url), 'utf8')).toBe(page)
  })

  test('has one row per option, in the section of its group', () => {
    const rows = [...page.matchAll(/^\| `(\w+)` \|.*\| (?:works|planned|accepted) \|$/gm)]
    expect(rows.map(([, name]) => name)).toEqual(describeOptions().map(({ name }) => name))
  })

  test('has the members of structured options', () => {
    expect(page).toContain('### Members of `markdown_options.preprocessing`')
    expect(page).toMatch(/^\| `preset` \| one of xs, sm, /m)
  })

  test('tells unit, bounds, default, other words, formats and state', () => {
    expect(page).toContain(
      '| `width` | a whole number from 1 to 8192 (CSS px) | `1280` | Viewport width. | works |',
    )
    expect(page).toMatch(/^\| `format` \| one of png, .*; also jpeg for jpg \| `png` \|/m)
    expect(page).toMatch(/^\| `quality` .* Only for jpg, webp, avif\. \| works \|$/m)
    expect(page).toMatch(/^## Video\n\nOnly for mp4, webm\.\n/m)
    expect(page).toMatch(/^\| `headers` .* Another name of `header`\./m)
    expect(page).toMatch(/^\| `flash` .* No effect: \w.* \| accepted \|$/m)
    expect(page).toMatch(/^\| `s3_secret` .* Secret\. /m)
  })

  test('links lead to sections, and rows have as many cells as their table', () => {
    const titles = [...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title!)
    const anchors = titles.map((title) => title.toLowerCase().replaceAll(' ', '-'))
    expect([...page.matchAll(/^- \[.+\]\(#(.+)\)$/gm)].map(([, anchor]) => anchor)).toEqual(anchors)
    for (const table of page.split('\n\n').filter((block) => block.startsWith('| '))) {
      const widths = table
        .trim()
        .split('\n')
        .map((row) => row.split(/(?<!\\)\|/).length)
      expect({ table: table.slice(0, 200), widths: new Set(widths).size }).toMatchObject({ widths: 1 })
    }
  })
})
