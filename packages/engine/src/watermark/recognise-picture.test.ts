import { describe, expect, test } from '@jest/globals'
import sharp, { type Sharp } from 'sharp'
import { gzipSync } from 'node:zlib'
import { recognisePicture } from './recognise-picture.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'

describe('recognising a picture', () => {
  test.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)('recognises %s', async (kind) => {
    expect(recognisePicture(await encode(kind))).toBe(kind)
  })

  test.each([
    ['plain', Buffer.from(svg)],
    ['after a thousand blanks', Buffer.from(' \n\t\r'.repeat(250) + svg)],
    ['with a byte order mark', Buffer.from(`\ufeff${svg}`)],
    ['with a prologue', Buffer.from(`<?xml version="1.0"?><!-- x -->${svg}`)],
    ['in UTF-16, little end first', Buffer.from(`\ufeff ${svg}`, 'utf16le')],
    ['in UTF-16, big end first', Buffer.from(`\ufeff ${svg}`, 'utf16le').swap16()],
  ])('recognises SVG %s', (_, body) => {
    expect(recognisePicture(body)).toBe('svg')
  })

  test.each(['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF89a', 'RIFF\0\0\0\0WEBPVP8X', 'ftypavif'])(
    'recognises SVG behind a comment with the signature %j',
    (signature) => {
      expect(recognisePicture(Buffer.from(`<!--${signature}-->${svg}`, 'latin1'))).toBe('svg')
    },
  )

  test.each([
    ['an empty file', Buffer.alloc(0)],
    ['text', Buffer.from('a picture')],
    ['compressed SVG', gzipSync(svg)],
    ['text before SVG', Buffer.from(`x${svg}`)],
    ['a file of zeroes', Buffer.alloc(1000)],
    ['TIFF', 'tiff' as const],
    ['HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
    ['AVIF with a box longer than any', Buffer.from(`    ftypavif${svg}`)],
    ['AVIF with its brand outside the box', Buffer.from('\0\0\0\x10ftypmif1\0\0\0\0avif', 'latin1')],
    ['WebP without pixels', Buffer.from(`RIFF    WEBP${svg}`)],
    ['half of a signature', Buffer.from('\x89PNG\r\n', 'latin1')],
  ])('recognises no picture in %s', async (_, body) => {
    expect(recognisePicture(typeof body === 'string' ? await encode(body) : body)).toBeUndefined()
  })

  test('takes time in proportion to the file at most', () => {
    const began = performance.now()
    recognisePicture(Buffer.alloc(5_000_000, ' '))
    expect(performance.now() - began).toBeLessThan(1000)
  })
})

function encode(kind: Parameters<Sharp['toFormat']>[0]): Promise<Buffer> {
  return sharp({ create: { width: 3, height: 2, channels: 3, background: '#0f0' } })
    .toFormat(kind)
    .toBuffer()
}
