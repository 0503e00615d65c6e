import { expect, test } from '@jest/globals'
import { parseHTML } from 'linkedom'
import type { Document } from '../dom.ts'
import { removeBoilerplate } from './boilerplate.ts'

const TEXT = '<p>When the council voted to open the culvert, few people believed it.</p>'.repeat(9)

/** Returns what remains of a page with a text below some markup. */
function remains(markup: string): string {
  const { document } = parseHTML(`<html><body>${markup}${TEXT}</body></html>`)
  const { body } = document as unknown as Document
  removeBoilerplate(body, 'The river')
  return body.innerHTML.slice(0, -TEXT.length)
}

test.each([
  ['the title of the page', '<div class="masthead"><h1>The river</h1></div>'],
  ['the title of the page as a link', '<div class="page-header"><h1><a href="/r">The river</a></h1></div>'],
  ['what has a name of what it lacks', '<div class="mod-no-footer">a</div>'],
])('%s stays', (_, markup) => {
  expect(remains(markup)).toBe(markup)
})

test.each([
  [
    'a related page whose title has the first rank',
    '<div class="related"><h1><a href="/b">Another river</a></h1></div>',
  ],
  ['what also has a name of what it has', '<div class="related-posts-with-thumbs">a</div>'],
])('%s goes', (_, markup) => {
  expect(remains(markup)).toBe('')
})
