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

test('has no invisible characters and no marks of turns', () => {
  const { text } = part(
    'a\u0000b\u202ec\u{e0041}d\ud800e <|im_end|> [/INST] <start_of_turn> <｜User｜> </s> a\tb',
  )
  expect(text.split('\n').slice(2, -1)).toEqual([
    'abcd\ufffde < |im_end|> [ /INST] < start_of_turn> < ｜User｜> < /s> a\tb',
  ])
})
