import { expect, test } from '@jest/globals'
import { resolveOptions } from './resolve.ts'
import { toRenderOptions } from './render-options.ts'

test('toRenderOptions reads texts into structures and keeps other values', () => {
  const resolved = resolveOptions({
    url: 'a.example',
    clip: '0,1,2,3',
    click_at: '4,5;6,7',
    img_pad: '8',
    highlight: 'one| |two',
    header: ['X-A=b'],
    cookie: ['a=b; Path=/'],
    watermark: 'Draft',
    thumbnails: [{ size: 20 }],
  })
  const stored = JSON.stringify(resolved)
  expect(toRenderOptions(resolved)).toMatchObject({
    url: 'a.example',
    width: 1280,
    clip: { x: 0, y: 1, width: 2, height: 3 },
    click_at: [
      { x: 4, y: 5 },
      { x: 6, y: 7 },
    ],
    img_pad: { top: 8, right: 8, bottom: 8, left: 8 },
    img_bg: { r: 0, g: 0, b: 0, alpha: 1 },
    highlight: ['one', 'two'],
    header: [{ name: 'X-A', value: 'b' }],
    cookie: [{ name: 'a', value: 'b' }],
    watermark: { text: 'Draft' },
    thumbnails: [{ key: '20x20', suffix: '-20x20', size: { width: 20, height: 20, fit: 'inside' } }],
  })
  expect(JSON.stringify(resolved)).toBe(stored)
})

test('toRenderOptions leaves out options that are not set', () => {
  const options = toRenderOptions(resolveOptions({ url: 'a.example', highlight: '' }))
  expect(options.clip).toBeUndefined()
  expect(options.highlight).toBeUndefined()
})
