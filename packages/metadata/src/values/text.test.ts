import { expect, test } from '@jest/globals'
import { cleanMarkup } from './text.ts'

test.each([
  ['a <b>b</b> c', 'a b c'],
  ['<P class=x>one</P> two', 'one two'],
  ['one<br>two<BR>three', 'one two three'],
  ['one<br/>two', 'one two'],
  ['<img src="/a.png"> a picture', 'a picture'],
  ['<p>one</p><p>the second is cut', 'one the second is cut'],
  ['<p>a cut text', 'a cut text'],
  ['Ada <ada@site.example>', 'Ada'],
  ['Ada <https://site.example/ada>', 'Ada'],
  ['a &lt;b&gt; &amp;amp; c', 'a <b> & c'],
])('removes the markup of %s', (text, bare) => {
  expect(cleanMarkup(text)).toBe(bare)
})

test.each([
  'Difference between List<T> and IEnumerable<T>',
  'Map<string, List<T>> in a loop',
  '<video>: The Video Embed element - HTML | MDN',
  '<p>: The Paragraph element',
  '<br>: The Line Break element',
  'The <input type> attribute',
  'x<y and y>z',
  'a < b > c',
])('keeps %s', (text) => {
  expect(cleanMarkup(text)).toBe(text)
})
