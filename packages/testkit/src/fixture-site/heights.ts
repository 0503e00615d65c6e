// Pages whose height is hard to determine.
import { band, bands } from './bands.ts'
import { FOOTER, HEADER, page, type Fixtures } from './fixture.ts'

const sections = (count: number, style: string) =>
  Array.from({ length: count }, (_, index) => band(index, style)).join('\n')

export const heightPages: Fixtures = {
  '/sections-100vh': {
    title: 'Five sections of 100vh, then a footer of 100 px',
    body: page(
      `footer { height: 100px; background: ${FOOTER} }`,
      `${sections(5, 'height: 100vh')}<footer></footer>`,
    ),
  },
  '/full-height': {
    title: 'A block as high as html and body, which are 100% high; 40 bands of 100 px overflow them',
    body: page(
      `html, body { height: 100% } header { height: 100%; background: ${HEADER} }`,
      `<header></header>${bands(40, 100)}`,
    ),
  },
  '/inner-scroller': {
    title: 'The body does not scroll; below a header of 100 px an element with 40 bands of 100 px does',
    body: page(
      `body { height: 100vh; overflow: hidden } header { height: 100px; background: ${HEADER} }
      main { height: calc(100vh - 100px); overflow-y: auto }`,
      `<header></header><main>${bands(40, 100)}</main>`,
    ),
  },
  '/content-visibility': {
    title: '40 sections of 300 px with content-visibility: auto, which have 100 px until they are rendered',
    body: page(
      'section { content-visibility: auto; contain-intrinsic-size: auto 100px }',
      Array.from({ length: 40 }, (_, index) => `<section>${band(index, 'height: 300px')}</section>`).join(
        '\n',
      ),
    ),
  },
  '/zoomed': {
    title: 'CSS zoom 2: 40 bands of 50 px, each 100 px high',
    body: page('body { zoom: 2 }', bands(40, 50)),
  },
  '/scroll-snap': {
    title: 'Mandatory scroll snap over ten sections of 700 px',
    body: page('html { scroll-snap-type: y mandatory } div { scroll-snap-align: start }', bands(10, 700)),
  },
  '/smooth-scroll': {
    title: 'scroll-behavior: smooth over 40 bands of 100 px',
    body: page('html { scroll-behavior: smooth }', bands(40, 100)),
  },
}
