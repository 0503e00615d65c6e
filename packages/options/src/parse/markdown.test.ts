import { expect, test } from '@jest/globals'
import { markdown } from '../groups/document/markdown.ts'
import { parseOptions } from '../index.ts'

/** A value that each option refuses, and what its message says of the values that it takes. */
const REFUSED: Record<string, [value: unknown, valid: string]> = {
  md_heading: ['x', 'one of Atx, AtxClosed, Underlined'],
  md_list_indent: ['x', 'one of Spaces, Tabs'],
  md_list_width: [9, 'a whole number from 1 to 8'],
  md_bullets: ['----', 'one to three of the characters - * +'],
  md_em: ['+', 'one of *, _'],
  md_code_blocks: ['x', 'one of Backticks, Indented, Tildes'],
  md_code_lang: ['x'.repeat(65), 'a string of at most 64 bytes'],
  md_highlight: ['x', 'one of Bold, DoubleEqual, Html, None'],
  md_whitespace: ['x', 'one of Normalized, Strict'],
  md_wrap_width: [1001, 'a whole number from 0 to 1000'],
  md_sub: ['x'.repeat(33), 'a string of at most 32 bytes'],
  md_sup: ['x'.repeat(33), 'a string of at most 32 bytes'],
  md_newline: ['x', 'one of Backslash, Spaces'],
  md_keep_images_in: ['a!', 'a list of at most 100 names of elements'],
  md_strip_tags: [['1'], 'a list of at most 100 names of elements'],
  md_preserve_tags: [Array.from({ length: 101 }, () => 'a'), 'a list of at most 100 names of elements'],
  md_preset: ['x', 'one of Aggressive, Minimal, Standard'],
  md_encoding: ['x'.repeat(65), 'a string of at most 64 bytes'],
  md_output: ['x', 'one of Djot, Markdown, Plain'],
  markdown_options: [{ preprocessing: { preset: 'x' } }, 'one of Aggressive, Minimal, Standard'],
}
const FLAG = ['x', 'true or false'] as const

test('every option of Markdown refuses bad values with its name and the values that it takes', () => {
  const wrong = Object.keys(markdown).flatMap((name) => {
    const [value, valid] = REFUSED[name] ?? FLAG
    const message = messageOf({ url: 'a', [name]: value })
    return message.startsWith(`InvalidOptions "${name}`) && message.includes(`must be ${valid}`)
      ? []
      : [`${name}: ${message}`]
  })
  expect(wrong).toEqual([])
})

function messageOf(body: Record<string, unknown>): string {
  try {
    parseOptions(body)
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return `${code} ${message}`
  }
  return 'accepted'
}
