import { expect, test } from '@jest/globals'
import { parseHTML } from 'linkedom'
import type { Document } from '../dom.ts'
import { removeBoilerplate } from './boilerplate.ts'

test('related pages are removed although their titles have the first rank, but not the title of the page', () => {
  const text = '<p>When the council voted to open the culvert, few people believed it.</p>'.repeat(9)
  const related = '<div class="related"><h1><a href="/b">Another river</a></h1></div>'
  const { document } = parseHTML(
    `<html><body><div class="masthead"><h1>The river</h1></div>${text}${related}</body></html>`,
  )
  const { body } = document as unknown as Document
  removeBoilerplate(body)
  expect(body.innerHTML).toBe(`<div class="masthead"><h1>The river</h1></div>${text}`)
})
