import { expect, test } from '@jest/globals'
import { parseHTML } from 'linkedom'
import type { Document } from '../dom.ts'
import { pictureAddress } from './picture-address.ts'

const DOT = 'data:image/gif;base64,R0lGOD'
const LONG = `data:image/png;base64,${'A'.repeat(1000)}`

test.each([
  [`<img src="a.jpg">`, 'a.jpg'],
  [`<img src="a.jpg" data-src="b.jpg" srcset="c.jpg 2x">`, 'a.jpg'],
  [`<img src="${DOT}" data-src="a.jpg">`, 'a.jpg'],
  ...['cfsrc', 'actualsrc', 'hi-res-src', 'original', 'lazy', 'echo', 'image', 'url'].map(
    (name): [string, string] => [`<img src="${DOT}" data-${name}="/a.jpg">`, '/a.jpg'],
  ),
  [`<img data-lazy="true" data-original-src="a.jpg">`, 'a.jpg'],
  [`<img data-full-src="b.jpg" data-src="a.jpg">`, 'a.jpg'],
  [`<img data-lqip-src="b.jpg" data-orig-src="a.jpg">`, 'a.jpg'],
  [`<img src="/img/lazy_placeholder.gif" data-src="a.jpg">`, 'a.jpg'],
  [`<img src="loading.gif" data-src="a.jpg">`, 'a.jpg'],
  [`<img src="blank.gif" data-src="a_{width}x.jpg">`, 'blank.gif'],
  [`<img class="w lazyload" src="small.jpg" data-src="a.jpg">`, 'a.jpg'],
  [`<img class="lazy" src="small.jpg">`, 'small.jpg'],
  [`<img class="lazy not-loaded" src="small.jpg" data-src="a.jpg">`, 'a.jpg'],
  [`<img class="w lazyloaded" src="a.jpg" data-src="small.jpg">`, 'a.jpg'],
  [`<img class="lazy entered loaded" src="a.jpg" data-src="small.jpg">`, 'a.jpg'],
  [`<img class="lazy" src="a.jpg" data-url="https://site.test/article/1" data-image="x/y">`, 'a.jpg'],
  [`<img srcset="small.jpg 1x, a.jpg 2x">`, 'a.jpg'],
  [`<img src="data:," srcset="${DOT} 1w" data-srcset="small.jpg 1x, a.jpg 2x">`, 'a.jpg'],
  [`<picture><source srcset="a,b.jpg"><img src="${DOT}"></picture>`, 'a,b.jpg'],
  [`<picture><source data-srcset="a.jpg"><img class="lazyload" src="small.jpg"></picture>`, 'a.jpg'],
  [`<video><source srcset="a.jpg"><img src="${DOT}"></video>`, DOT],
  [`<img src="${LONG}" data-src="a.jpg">`, 'a.jpg'],
  [`<img src="${LONG}">`, LONG],
  [`<img alt="none">`, undefined],
])('the picture of %.80s is %.80s', (markup, address) => {
  const document = parseHTML(`<!doctype html><body>${markup}`).document as unknown as Document
  expect(pictureAddress(document.querySelector('img')!)).toBe(address)
})

test.each([
  [`<img src="a.jpg">`, 'a-800.jpg', 'a.jpg', 'a-800.jpg'],
  [
    `<img class="lazyloaded" src="/blank.gif" data-srcset="a-800.jpg">`,
    'a-800.jpg',
    'a-800.jpg',
    'a-800.jpg',
  ],
  [`<picture><source srcset="a.webp"><img src="/placeholder.png"></picture>`, 'a.webp', 'a.webp', 'a.webp'],
  [`<img src="${DOT}">`, 'a.jpg', 'a.jpg', 'a.jpg'],
  [`<img src="a.jpg">`, 'blank.gif', 'a.jpg', 'a.jpg'],
])('of %s, which shows %s, the page names %s', (markup, currentSrc, named, shown) => {
  const document = parseHTML(`<!doctype html><body>${markup}`).document as unknown as Document
  const picture = Object.assign(document.querySelector('img')!, { currentSrc })
  expect([pictureAddress(picture, true), pictureAddress(picture)]).toEqual([named, shown])
})
