// Pages without a difficulty, for tests of other things.
import { page, type Fixtures } from './fixture.ts'

export const plainPages: Fixtures = {
  '/red': { title: 'Red', body: page('body { background: #f00 }') },
  '/green': { title: 'Green', body: page('body { background: #0f0 }') },
  '/blue': { title: 'Blue', body: page('body { background: #00f }') },
  '/tall': {
    title: '3000 px tall: red above, blue in the last 100 px',
    body: page(
      'body { background: #f00 } div { height: 2900px } footer { height: 100px; background: #00f }',
      '<div></div><footer></footer>',
    ),
  },
  '/box': {
    title: 'A green box of 300 x 200 px at 50, 60 on white',
    body: page(
      '#box { position: absolute; left: 50px; top: 60px; width: 300px; height: 200px; background: #0f0 }',
      '<div id="box"></div>',
    ),
  },
  '/noise': {
    title: "600 x 400 px of noise, so that an encoder's quality shows in the size",
    body: page(
      '',
      `<canvas width="600" height="400"></canvas><script>
      const canvas = document.querySelector('canvas'), draw = canvas.getContext('2d')
      const image = draw.createImageData(600, 400)
      let seed = 1
      for (let i = 0; i < image.data.length; i++) image.data[i] = i % 4 === 3 ? 255 : (seed = (seed * 16807) % 2147483647) & 255
      draw.putImageData(image, 0, 0)
    </script>`,
    ),
  },
}
