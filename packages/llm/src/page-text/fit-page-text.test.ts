import { describe, expect, test } from '@jest/globals'
import { fitPageText, type FitSettings } from './fit-page-text.ts'

const settings: FitSettings = { mode: 'Full', tables: 'Full', prompt: '', maxLength: 10_000 }
const fit = (markdown: string, differing: Partial<FitSettings> = {}) =>
  fitPageText(markdown, { ...settings, ...differing })

const TABLE = ['| Name | Price |', '| --- | ---: |', ...[1, 2, 3, 4, 5].map((n) => `| Part ${n} | ${n} |`)]
const PAGE = [
  '---\ntitle: "Parts"\n---',
  '# Parts',
  '[Home](/) and [again home](/), [![Logo](/logo.png)](/start)',
  '![A picture](/a.png)',
  TABLE.join('\n'),
  'The warranty of every part lasts three years.',
  '```\n| no | table |\n\n| --- | --- |\n```',
  'The end.',
].join('\n\n')

test('Full has all of it', () => {
  expect(fit(PAGE)).toBe(PAGE)
})

test('Compact has no front matter, no pictures, and each address once', () => {
  const text = fit(PAGE, { mode: 'Compact' })
  expect(text).not.toMatch(/title:|!\[|logo\.png|a\.png|\/start/)
  expect(text).toContain('[Home](/) and again home, ')
  expect(text).toContain('# Parts')
  expect(text).toContain('| Part 5 | 5 |')
})

test('Compact has all of a page that begins with a rule, and code as it is', () => {
  const code = '```js\n[](a)\nhandlers[0](event); handlers[1](event); ![a](b)\n```'
  const page = ['---', 'Text.', '---', code, 'Call `f[0](x)` and `f[1](x)`.'].join('\n\n')
  expect(fit(page, { mode: 'Compact' })).toBe(page)
})

test('tables are dropped, or summed up', () => {
  const dropped = fit(PAGE, { tables: 'Drop' })
  expect(dropped).not.toContain('Part 1')
  expect(dropped).toContain('| no | table |')
  const summary = fit(PAGE, { tables: 'Summary' })
  expect(summary).toContain(`${TABLE.slice(0, 5).join('\n')}\n\n(5 rows in all)`)
  expect(summary).not.toContain('Part 4')
})

describe('Extractive', () => {
  const prompt = 'How long is the warranty?'

  test('has what shares words with the prompt, rare ones first, in the order of the page', () => {
    const blocks = ['The warranty.', ...Array.from({ length: 20 }, (_, n) => `The part ${n}.`), 'How long?']
    const text = fit(blocks.join('\n\n'), { mode: 'Extractive', prompt, maxLength: 60 })
    expect(text.split('\n\n').slice(0, 1)).toEqual(['The warranty.'])
    expect(text).toMatch(/How long\?$/)
    expect(text.length).toBeLessThanOrEqual(60)
  })

  test('goes on with less that has to do with it after a block that is too long', () => {
    const blocks = [`Warranty: how long is the warranty? ${'x '.repeat(50)}`, 'One warranty.', 'No more.']
    expect(fit(blocks.join('\n\n'), { mode: 'Extractive', prompt, maxLength: 60 })).toBe('One warranty.')
  })

  test('finds words of scripts without spaces', () => {
    const page = '这个产品的价格是十元。\n\n关于我们的公司。'
    const text = fit(page, { mode: 'Extractive', prompt: '价格', maxLength: 12 })
    expect(text).toBe('这个产品的价格是十元。')
  })

  test('is the beginning of the page when nothing shares a word', () => {
    expect(fit('One.\n\nTwo.', { mode: 'Extractive', prompt: 'zzz' })).toBe('One.\n\nTwo.')
  })
})

test('a text that is too long is cut between blocks, and says so', () => {
  const blocks = Array.from({ length: 50 }, (_, n) => `This is paragraph ${n}.`)
  const text = fit(blocks.join('\n\n'), { maxLength: 400 })
  expect(text.length).toBeLessThanOrEqual(400)
  expect(text.split('\n\n').at(-1)).toBe('(The text of the page is cut here.)')
  expect(text.split('\n\n').slice(0, -1)).toEqual(blocks.slice(0, text.split('\n\n').length - 1))

  const table = ['| Name |', '| --- |', ...Array.from({ length: 90 }, (_, n) => `| Part ${n} |`)]
  const rows = fit(`The parts:\n\n${table.join('\n')}\n\nThe end.`, { maxLength: 400 })
  expect(rows).toMatch(
    /^The parts:\n\n\| Name \|\n\| --- \|\n(\| Part \d+ \|\n){20,}\n\(The text of the page is cut here\.\)$/,
  )

  const code = fit(`\`\`\`\n${'a line\n'.repeat(90)}\`\`\``, { maxLength: 400 })
  expect(code).toMatch(/^```\n(a line\n){40,}```\n\n\(/)
  expect(code.length).toBeLessThanOrEqual(400)

  const one = fit('word '.repeat(500), { maxLength: 400 })
  expect(one).toMatch(/^(word )+word\n\n\(The text of the page is cut here\.\)$/)
  expect(one.length).toBeLessThanOrEqual(400)
  expect(one.length).toBeGreaterThan(380)
})

test.each(['![', '[', '![a](', '[a](', '|\n|-', '`', '---\n', '<|', '\n\n'])(
  'a megabyte of %j takes no longer than other text',
  (part) => {
    const page = part.repeat(Math.ceil(1024 ** 2 / part.length))
    // A quadratic rule would take hours.
    expect(fit(page, { mode: 'Extractive', tables: 'Summary', prompt: 'a' }).length).toBeLessThanOrEqual(
      10_000,
    )
  },
)
