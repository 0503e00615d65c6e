// A web font whose one letter is a solid block, so that it shows as a pixel.
import { page, type Fixtures } from './fixture.ts'

const LATE = '/late/700/block.ttf'
const FACE = `@font-face { font-family: Block; src: url(${LATE}) }`
/** Green where the font is there, else nothing (block) or a thin letter (swap) on white. */
const LETTER = 'p { margin: 0; font: 200px/200px Block, sans-serif; color: #0f0 }'

export const fontPages: Fixtures = {
  '/late-font': {
    title: 'A green square of 200 px is the letter A of a font that comes after 700 ms',
    body: page(`${FACE} ${LETTER}`, '<p>A</p>'),
  },
  '/late-font-swap': {
    title: 'The same, the letter of another font until then',
    body: page(`${FACE.replace(' }', '; font-display: swap }')} ${LETTER}`, '<p>A</p>'),
  },
  '/font-after-load': {
    title: 'The same, the font asked for after load',
    body: page(
      LETTER,
      `<p>A</p><script>onload = () => new FontFace('Block', 'url(${LATE})').load().then((font) => document.fonts.add(font))</script>`,
    ),
  },
}
