import { expect, test } from '@jest/globals'
import { CLASS_NAMES } from '@render/markdown'
import type { Element } from '../dom.ts'
import { meaningOf } from './meaning.ts'

const box = { localName: 'div' } as Element

test('every class that Markdown reads is kept, and no other', () => {
  const plain = Object.values(CLASS_NAMES)
    .flatMap((pattern) => pattern.split('|'))
    .filter((name) => /^[\w-]+$/.test(name))
  const derived = [
    'line-numbers-rows',
    'lineno-1',
    'MathJax_SVG',
    'mwe-math-fallback-image-inline',
    'footnote-ref',
  ]
  const names = [...plain, ...derived]
  expect(names).toEqual(expect.arrayContaining(['rouge-code', 'hljs-ln-code', 'blob-code', 'custom-block']))
  expect(names.filter((name) => meaningOf(box, 'class', `x ${name} y`) !== name)).toEqual([])
  expect(meaningOf(box, 'class', 'x codes my-note')).toBeUndefined()
})
