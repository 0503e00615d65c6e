// Content drawn by scripts, video, WebGL and CSS effects.
import { imagePath, page, type Fixtures } from './fixture.ts'

const STACK = 'canvas, video, svg { display: block; width: 400px; height: 300px }'

export const drawnPages: Fixtures = {
  '/canvas': {
    title:
      'A canvas of 400 x 300 px: green with a blue square of 100 px in its middle; below it the same as SVG',
    body: page(
      STACK,
      `<canvas width="400" height="300"></canvas>
      <svg viewBox="0 0 400 300"><path fill="#0f0" d="M0 0h400v300H0z"/><path fill="#00f" d="M150 100h100v100H150z"/></svg>
      <script>
        const draw = document.querySelector('canvas').getContext('2d')
        draw.fillStyle = '#0f0'
        draw.fillRect(0, 0, 400, 300)
        draw.fillStyle = '#00f'
        draw.fillRect(150, 100, 100, 100)
      </script>`,
    ),
  },
  '/webgl': {
    title: 'A WebGL canvas of 400 x 300 px that is drawn once: red, its right half blue',
    body: page(
      STACK,
      `<canvas width="400" height="300"></canvas><script>
        const gl = document.querySelector('canvas').getContext('webgl')
        gl.clearColor(1, 0, 0, 1)
        gl.clear(gl.COLOR_BUFFER_BIT)
        gl.enable(gl.SCISSOR_TEST)
        gl.scissor(200, 0, 200, 300)
        gl.clearColor(0, 0, 1, 1)
        gl.clear(gl.COLOR_BUFFER_BIT)
      </script>`,
    ),
  },
  '/video-poster': {
    title: 'A video of 400 x 300 px with only a poster: green',
    body: page(
      STACK,
      `<video poster="${imagePath('#00ff00', 400, 300)}" preload="none" src="/never-answers"></video>`,
    ),
  },
  '/transforms': {
    title:
      'Squares of 100 px every 180 px on white: rotated, scaled, in 3D, inverted, blended, half transparent, clipped, each green at its centre',
    body: page(
      `body { background: #fff } div { position: absolute; top: 100px; width: 100px; height: 100px; background: #0f0 }
      .turned { rotate: 45deg } .scaled { scale: 1.5 } .tilted { transform: perspective(400px) rotateY(50deg) }
      .inverted { background: #f0f; filter: invert(1) } .blended { background: #f0f; mix-blend-mode: difference }
      .clear { opacity: 0.5 } .clipped { clip-path: circle(50px) }`,
      ['turned', 'scaled', 'tilted', 'inverted', 'blended', 'clear', 'clipped']
        .map((name, index) => `<div class="${name}" style="left: ${index * 180 + 40}px"></div>`)
        .join('\n'),
    ),
  },
}
