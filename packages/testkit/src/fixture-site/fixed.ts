// Elements that keep their position while the page scrolls and must appear once in a picture.
import { bands } from './bands.ts'
import { FOOTER, HEADER, page, SIDE_BAR, STICKY, type Fixtures } from './fixture.ts'

const BARS = `
  header { position: fixed; top: 0; left: 0; right: 0; height: 80px; background: ${HEADER} }
  footer { position: fixed; bottom: 0; left: 0; right: 0; height: 60px; background: ${FOOTER} }
  aside { position: fixed; top: 80px; bottom: 60px; left: 0; width: 100px; background: ${SIDE_BAR} }`

export const fixedPages: Fixtures = {
  '/fixed': {
    title: 'Fixed header (80 px), footer (60 px) and side bar (100 px) over 30 bands of 100 px',
    body: page(BARS, `${bands(30, 100)}<header></header><footer></footer><aside></aside>`),
  },
  '/fixed-late': {
    title: 'A header that becomes fixed at 300 px of scrolling; 30 bands of 100 px',
    body: page(
      `header { height: 80px; background: ${HEADER} } .stuck { position: fixed; top: 0; left: 0; right: 0 }`,
      `<header></header>${bands(30, 100)}<script>
        const header = document.querySelector('header')
        onscroll = () => header.classList.toggle('stuck', scrollY > 300)
      </script>`,
    ),
  },
  '/sticky': {
    title: 'Sticky bar (60 px) below a header of 200 px, sticky side bar (100 x 300 px), 30 bands of 100 px',
    body: page(
      `header { height: 200px; background: ${HEADER} } section { position: relative }
      nav { position: sticky; top: 0; height: 60px; background: ${STICKY}; z-index: 1 }
      .rail { position: absolute; top: 0; bottom: 0; left: 0 }
      aside { position: sticky; top: 60px; width: 100px; height: 300px; background: ${SIDE_BAR} }`,
      `<header></header><nav></nav><section>${bands(30, 100)}<div class="rail"><aside></aside></div></section>`,
    ),
  },
  '/sticky-bottom': {
    title: 'A sticky bar at the bottom of the viewport that belongs below 30 bands of 100 px',
    body: page(
      `footer { position: sticky; bottom: 0; height: 60px; background: ${FOOTER} }`,
      `${bands(30, 100)}<footer></footer>`,
    ),
  },
  '/sticky-in-overflow': {
    title:
      'A sticky bar (40 px) inside a scrolling box (600 x 400 px), with 20 bands of 100 px before and after it',
    body: page(
      `main { width: 600px; height: 400px; overflow: auto; scrollbar-width: none }
      nav { position: sticky; top: 0; height: 40px; background: ${STICKY} }`,
      `${bands(20, 100)}<main><nav></nav>${bands(30, 50)}</main>${bands(20, 100)}`,
    ),
  },
  '/parallax': {
    title: 'A square at 200, 300 that a script moves by half the scroll offset; 30 bands of 100 px',
    body: page(
      `#square { position: absolute; left: 200px; top: 300px; width: 200px; height: 200px; background: ${STICKY} }`,
      `${bands(30, 100)}<div id="square"></div><script>
        const square = document.getElementById('square')
        onscroll = () => (square.style.transform = 'translateY(' + scrollY / 2 + 'px)')
      </script>`,
    ),
  },
  '/fixed-background': {
    title: 'A fixed background: red left, blue right; 3000 px tall',
    body: page('body { height: 3000px; background: linear-gradient(90deg, #f00 50%, #00f 50%) fixed }'),
  },
}
