// Animated pages. Each is red at first and green at the end of its animation, long after any timeout.
import { page, type Fixtures } from './fixture.ts'

const RED = 'body { background: #f00 }'

export const movingPages: Fixtures = {
  '/css-animation': {
    title: 'CSS animation: red for a minute, then green; an endless spinner',
    body: page(
      `@keyframes turn { to { background: #0f0 } } body { animation: turn 60s step-end forwards; background: #f00 }
      @keyframes spin { to { rotate: 1turn } } i { display: block; width: 50px; height: 50px; background: #00f; animation: spin 1s infinite linear }`,
      '<i></i>',
    ),
  },
  '/css-transition': {
    title: 'CSS transition of one minute after load: red to green',
    body: page(
      `${RED} body { transition: background 60s linear } .done { background: #0f0 }`,
      `<script>onload = () => requestAnimationFrame(() => document.body.classList.add('done'))</script>`,
    ),
  },
  '/web-animation': {
    title: 'Web Animations: red for a minute, then green',
    body: page(
      RED,
      `<script>document.body.animate({ background: ['#f00', '#f00', '#0f0'], offset: [0, 1, 1] }, { duration: 60000, fill: 'forwards' })</script>`,
    ),
  },
  '/frame-loop': {
    title: 'A square of 50 px on green that a script moves at every frame, endlessly',
    body: page(
      'body { background: #0f0 } div { width: 50px; height: 50px; background: #f00 }',
      `<div></div><script>
        const square = document.querySelector('div')
        const step = (ms) => {
          square.style.translate = (ms / 5) % 500 + 'px'
          requestAnimationFrame(step)
        }
        requestAnimationFrame(step)
      </script>`,
    ),
  },
}
