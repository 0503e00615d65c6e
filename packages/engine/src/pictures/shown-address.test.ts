import { expect, test } from '@jest/globals'
import { shownAddress } from './shown-address.ts'

test.each([
  ['https://a.example/b?c=d#e', 'https://a.example/b?c=d#e'],
  ['https://user:secret@a.example/', 'https://a.example/'],
  ['https://a.example/%E6%97%A5%E6%9C%AC', 'https://a.example/日本'],
  ['https://a.example/?q=%3Cb%3E%26', 'https://a.example/?q=<b>%26'],
  // What cannot be seen or turns the direction of the rest.
  ['https://a.example/%E2%80%AEx%00%20%E3%80%80', 'https://a.example/%E2%80%AEx%00%20%E3%80%80'],
  ['https://a.example/%FF', 'https://a.example/%FF'],
  ['https://xn--r8jz45g.example/', 'https://xn--r8jz45g.example/'],
  ['about:blank', undefined],
  ['data:text/html,x', undefined],
])('%s is shown as %s', (address, shown) => {
  expect(shownAddress(address)).toBe(shown)
})
