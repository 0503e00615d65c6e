// Targets that are not pages: the browser displays them in its own way, or not at all.
import sharp from 'sharp'
import type { Fixtures } from './fixture.ts'
import { makePdf } from './make-pdf.ts'

const GREEN = { create: { width: 300, height: 200, channels: 3, background: '#00ff00' } } as const

export const filePages: Fixtures = {
  '/image.png': {
    title: 'PNG, 300 x 200 px, green',
    type: 'image/png',
    body: () => sharp(GREEN).png().toBuffer(),
  },
  '/image.jpg': {
    title: 'JPEG, 300 x 200 px, green',
    type: 'image/jpeg',
    body: () => sharp(GREEN).jpeg().toBuffer(),
  },
  '/image.svg': {
    title: 'SVG, 300 x 200 px, green',
    type: 'image/svg+xml',
    body: '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="#0f0"/></svg>',
  },
  '/text.txt': {
    title: 'Plain text',
    type: 'text/plain; charset=utf-8',
    body: 'One line.\nAnother line: äöü.\n',
  },
  '/data.json': {
    title: 'JSON',
    type: 'application/json',
    body: '{"items":[{"name":"one"},{"name":"two"}]}',
  },
  '/data.xml': {
    title: 'XML without a style sheet',
    type: 'application/xml',
    body: '<?xml version="1.0"?><items><item name="one"/><item name="two"/></items>',
  },
  '/document.pdf': {
    title: 'PDF, 300 x 200 pt: its first page green, blue in the last 20 pt',
    type: 'application/pdf',
    body: makePdf(300, 200),
  },
}
