import { describe, expect, test } from '@jest/globals'
import { readdirSync, readFileSync } from 'node:fs'
import { describeOptions } from '../index.ts'
import { writeReference } from './reference.ts'

const folder = new URL('../../../../docs/options/', import.meta.url)
const pages = writeReference(describeOptions())
const page = [...pages.values()].join('\n')

describe('the reference', () => {
  test('docs/options is what `npm run generate` writes', () => {
    const written = readdirSync(folder).map((file) => [file, readFileSync(new URL(file, folder), 'utf8')])
    expect(Object.fromEntries(written)).toEqual(Object.fromEntries(pages))
  })

  test('has one row per option, on the page of its group', () => {
    const rows = [...page.matchAll(/^\| `(\w+)` \|.*\| (?:works|accepted) \|$/gm)]
    expect(rows.map(([, name]) => name)).toEqual(describeOptions().map(({ name }) => name))
    expect(pages.get('full-page.md')).toContain('| `full_page_mode` |')
  })

  test('has the members of structured options', () => {
    expect(pages.get('markdown.md')).toContain('## Members of `markdown_options.preprocessing`')
    expect(pages.get('thumbnails.md')).toMatch(/^\| `preset` \| one of xs, sm, /m)
  })

  test('shows unit, bounds, default, synonyms, formats and state', () => {
    expect(page).toContain(
      '| `width` | a whole number from 1 to 8192 (CSS px) | `1280` | Viewport width. | works |',
    )
    expect(page).toMatch(/^\| `format` \| one of png, .*; also jpeg for jpg \| `png` \|/m)
    expect(page).toMatch(/^\| `quality` .* Only for jpg, webp, avif\. \| works \|$/m)
    expect(pages.get('video.md')).toMatch(/^Only for mp4, webm\.\n/m)
    expect(page).toMatch(/^\| `headers` .* Alias of `header`\./m)
    expect(page).toMatch(/^\| `flash` .* No effect: \w.* \| accepted \|$/m)
    expect(page).toMatch(/^\| `s3_secret` .* Secret\. /m)
  })

  test('has a long list of words once on a page', () => {
    expect(pages.get('video-scroll.md')!.match(/quintic\.inout/g)).toHaveLength(1)
    expect(pages.get('video-scroll.md')).toMatch(/^\| `video_ease_end` \| as for `video_ease` \|/m)
  })

  test('the index links to every page, and rows have as many cells as their table', () => {
    const links = [...pages.get('index.md')!.matchAll(/^\| \[.+\]\((.+)\) \|/gm)].map(([, file]) => file)
    expect(['index.md', ...links]).toEqual([...pages.keys()])
    for (const table of page.split('\n\n').filter((block) => block.startsWith('| '))) {
      const widths = table
        .trim()
        .split('\n')
        .map((row) => row.split(/(?<!\\)\|/).length)
      expect({ table: table.slice(0, 200), widths: new Set(widths).size }).toMatchObject({ widths: 1 })
    }
  })
})
