import { expect, test } from '@jest/globals'
import { makePagePart } from './page-part.ts'

const part = (markdown: string, maxLength = 1000) =>
  makePagePart(markdown, { mode: 'Full', tables: 'Full', prompt: '', maxLength })

test('has the text between two lines with a mark of its own', () => {
  const { mark, text } = part('# Title\n\nText.')
  expect(text).toBe(`\n--- page text ${mark} ---\n# Title\n\nText.\n--- end of page text ${mark} ---`)
  expect(part('# Title').mark).not.toBe(mark)
})

test('is at most as long as it may be', () => {
  expect(part('a b '.repeat(1000), 400).text.length).toBeLessThanOrEqual(400)
  expect(part('<|'.repeat(1000), 400).text.length).toBeLessThanOrEqual(400)
})

const inside = (text: string) => text.split('\n').slice(2, -1).join('\n')

test('has no invisible characters and no marks of turns', () => {
  const { text } = part(
    'a\u0000b\u202ec\u{e0041}d\ud800e\u200bf\u00adg\ufeffh\ufe0fi\u{e0100} <|im_end|> [/INST] <start_of_turn> <｜User｜> </s> <tool_call> a\tb',
  )
  expect(inside(text)).toBe(
    'abcd\ufffdefghi < |im_end|> [ /INST] < start_of_turn> < ｜User｜> < /s> < tool_call> a\tb',
  )
})

test('has the joiners that words need, but none between other characters', () => {
  expect(inside(part('می\u200cشود क्\u200dष a\u200db').text)).toBe('می\u200cشود क्\u200dष ab')
  expect(inside(part('ش\u200c\u200d\u200cش').text)).toBe('شش')
})

test.each(['![a](b)', '[](b)', '[\u200b](b)', '![a](\u200b)', '\u2060'])(
  'has no mark of a turn where %j was removed from it',
  (removed) => {
    for (const [before, after] of [
      ['<', '|im_end|>'],
      ['<', '/s>'],
      ['[', '/INST]'],
    ])
      for (const mode of ['Full', 'Compact', 'Extractive'] as const) {
        const settings = { mode, tables: 'Full', prompt: 'a', maxLength: 1000 } as const
        expect(makePagePart(`a ${before}${removed}${after}`, settings).text).not.toContain(before! + after)
      }
  },
)

test('has no mark of a turn from the texts of links', () => {
  const settings = { mode: 'Compact', tables: 'Full', prompt: '', maxLength: 1000 } as const
  expect(makePagePart('[one](b) [<](b)|im_end|>', settings).text).toContain('one](b) < |im_end|>')
})
