// Pages with a web font whose only letter is a solid block, so that a pixel shows whether it has loaded.
import { page, type Fixtures } from './fixture.ts'

const LATE = '/late/700/block.ttf'
const FACE = `@font-face { font-family: Block; src: url(${LATE}) }`
/** Green when the font has loaded, else nothing (block) or a thin letter (swap) on white. */
const LETTER = 'p { margin: 0; font: 200px/200px Block, sans-serif; color: #0f0 }'

export const fontPages: Fixtures = {
  '/late-font': {
    title: 'A green square of 200 px: the letter A of a font that loads after 700 ms',
    body: page(`${FACE} ${LETTER}`, '<p>A</p>'),
  },
  '/late-font-swap': {
    title: 'The same, with the letter of a fallback font until then',
    body: page(`${FACE.replace(' }', '; font-display: swap }')} ${LETTER}`, '<p>A</p>'),
  },
  '/font-after-load': {
    title: 'The same, with the font requested after load',
    body: page(
      LETTER,
      `<p>A</p><script>onload = () => new FontFace('Block', 'url(${LATE})').load().then((font) => document.fonts.add(font))</script>`,
    ),
  },
}
