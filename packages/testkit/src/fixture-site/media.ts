// Pages that depend on media features and the viewport.
import { bands } from './bands.ts'
import { HEADER, page, type Fixtures } from './fixture.ts'

export const mediaPages: Fixtures = {
  '/dark-mode': {
    title: 'White; black with a dark colour scheme',
    body: page(
      ':root { color-scheme: light dark } body { background: #fff } @media (prefers-color-scheme: dark) { body { background: #000 } }',
    ),
  },
  '/print-styles': {
    title: 'Red with a header of 100 px; green without header in print',
    body: page(
      `body { background: #f00 } header { height: 100px; background: ${HEADER} }
      @media print { body { background: #0f0; print-color-adjust: exact } header { display: none } }`,
      '<header></header>',
    ),
  },
  '/reduced-motion': {
    title: 'Red; green with reduced motion',
    body: page(
      'body { background: #f00 } @media (prefers-reduced-motion: reduce) { body { background: #0f0 } }',
    ),
  },
  '/narrow-layout': {
    title: 'Red; green in a viewport narrower than 600 px',
    body: page('body { background: #f00 } @media (width < 600px) { body { background: #0f0 } }'),
  },
  '/resizes': {
    title:
      'A block as high as the viewport, set by a script; green, red after a resize event; 40 bands of 100 px',
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
