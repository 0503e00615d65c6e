/** Pages by path. Their colours and sizes are what tests look for in the artefact. */
export const pages: Record<string, string> = {
  '/red': plain('#f00'),
  '/green': plain('#0f0'),
  '/blue': plain('#00f'),

  /** 3000 px tall: red above, blue in the last 100 px. */
  '/tall': page(
    'body { margin: 0; background: #f00 } div { height: 2900px } footer { height: 100px; background: #00f }',
    '<div></div><footer></footer>',
  ),

  /** A green box of 300 x 200 at 50, 60 on white. */
  '/box': page(
    'body { margin: 0 } #box { position: absolute; left: 50px; top: 60px; width: 300px; height: 200px; background: #0f0 }',
    '<div id="box"></div>',
  ),

  /** Red at first, green 700 ms after load. */
  '/turns-green': page(
    'body { background: #f00 }',
    `<script>onload = () => setTimeout(() => (document.body.style.background = '#0f0'), 700)</script>`,
  ),

  /** Red until its slow style sheet has come, then blue. */
  '/late-style': page('body { background: #f00 }', '<link rel="stylesheet" href="/slow-style.css">'),

  /** Red at load; green once a request that starts after load has been answered. */
  '/late-request': page(
    'body { background: #f00 }',
    `<script>onload = () => fetch('/slow').then(() => (document.body.style.background = '#0f0'))</script>`,
  ),

  /** Never stops asking for more after its load. */
  '/polls-forever': page(
    'body { background: #f00 }',
    `<script>onload = () => { const ask = () => fetch('/green?' + Math.random()).then(ask); ask() }</script>`,
  ),

  '/loops-forever': page('', '<script>for (;;);</script>'),
  '/loops-after-load': page('', '<script>onload = () => setTimeout(() => { for (;;); }, 0)</script>'),
  '/alerts': page(
    'body { background: #0f0 }',
    `<script>alert('stop'); confirm('go?'); prompt('what?')</script>`,
  ),

  /** Noise, so that the encoder's quality shows in the size. */
  '/noise': page(
    'body { margin: 0 }',
    `<canvas width="600" height="400"></canvas><script>
      const canvas = document.querySelector('canvas'), draw = canvas.getContext('2d')
      const image = draw.createImageData(600, 400)
      let seed = 1
      for (let i = 0; i < image.data.length; i++) image.data[i] = i % 4 === 3 ? 255 : (seed = (seed * 16807) % 2147483647) & 255
      draw.putImageData(image, 0, 0)
    </script>`,
  ),
}

function plain(colour: string): string {
  return page(`body { margin: 0; background: ${colour} }`, '')
}

function page(style: string, body: string): string {
  return `<!doctype html><meta charset="utf-8"><title>fixture</title><style>${style}</style><body>${body}</body>`
}
