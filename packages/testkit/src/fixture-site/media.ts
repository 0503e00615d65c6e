// Pages that look different to a different visitor.
import { bands } from './bands.ts'
import { HEADER, page, type Fixtures } from './fixture.ts'

export const mediaPages: Fixtures = {
  '/dark-mode': {
    title: 'White; black where a dark colour scheme is preferred',
    body: page(
      ':root { color-scheme: light dark } body { background: #fff } @media (prefers-color-scheme: dark) { body { background: #000 } }',
    ),
  },
  '/print-styles': {
    title: 'Red with a header of 100 px; on paper green and without it',
    body: page(
      `body { background: #f00 } header { height: 100px; background: ${HEADER} }
      @media print { body { background: #0f0; print-color-adjust: exact } header { display: none } }`,
      '<header></header>',
    ),
  },
  '/reduced-motion': {
    title: 'Red; green where less motion is preferred',
    body: page(
      'body { background: #f00 } @media (prefers-reduced-motion: reduce) { body { background: #0f0 } }',
    ),
  },
  '/narrow-layout': {
    title: 'Red; green in a window of less than 600 px',
    body: page('body { background: #f00 } @media (width < 600px) { body { background: #0f0 } }'),
  },
  '/resizes': {
    title:
      'A block as high as the window, by script; green until script hears that the window changed its size, then red; 40 bands of 100 px',
    body: page(
      'header { background: #0f0 }',
      `<header></header>${bands(40, 100)}<script>
        const header = document.querySelector('header')
        header.style.height = innerHeight + 'px'
        const turnRed = () => {
          header.style.height = innerHeight + 'px'
          header.style.background = '#f00'
        }
        onload = () => {
          onresize = turnRed
          visualViewport.addEventListener('resize', turnRed)
          matchMedia('(width < 600px)').addEventListener('change', turnRed)
        }
      </script>`,
    ),
  },
}
