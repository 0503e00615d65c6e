import { afterAll, beforeAll, test } from '@jest/globals'
import { nightly } from '@render/testkit'
import { crash } from './hostile/outcome.ts'
import { FEW_BYTES_PER_RENDER, leaveNothing, outlive, startSiege, type Siege } from './hostile/outlive.ts'
import { page } from './test-engine.ts'

let siege: Siege
beforeAll(async () => {
  siege = await startSiege(FEW_BYTES_PER_RENDER)
})
afterAll(() => leaveNothing(siege))

/** Scripts that allocate memory, by its kind. The page repeats its script until the browser is killed. */
const bombs = {
  'typed arrays': 'kept.push(new Uint8Array(64 * 1024 ** 2).fill(1))',
  canvases: `
    const canvas = Object.assign(document.createElement('canvas'), { width: 4000, height: 4000 })
    canvas.getContext('2d', { willReadFrequently: true }).fillRect(0, 0, 4000, 4000)
    kept.push(canvas)`,
  'shared memory': `kept.push(new WebAssembly.Memory({ initial: 1024 }))
    new Uint8Array(kept.at(-1).buffer).fill(1)`,
  ...nightly({
    objects: 'for (let i = 0; i < 2e5; i++) kept.push({ a: [i, i], b: "x" + i })',
    elements:
      'for (let i = 0; i < 2e4; i++) document.body.append(Object.assign(document.createElement("p"), { textContent: i }))',
    pictures: `
      const canvas = new OffscreenCanvas(3000, 3000)
      canvas.getContext('2d').fillRect(0, 0, 3000, 3000)
      kept.push(await createImageBitmap(canvas), canvas)`,
  }),
}

test.each(Object.entries(bombs))(
  'a page that allocates %s endlessly fails with reason memory',
  (_name, step) => {
    const script = `
      const kept = []
      const grow = async () => { for (;;) { ${step}; await new Promise((go) => setTimeout(go)) } }
      addEventListener('load', () => void grow())`
    return outlive(siege, [{ html: page('', `<script>${script}</script>`), delay: 60_000 }, crash('memory')])
  },
)

test('a page with 200 workers fails with reason memory', () => {
  const script =
    'const code = URL.createObjectURL(new Blob([""])); for (let i = 0; i < 200; i++) new Worker(code)'
  return outlive(siege, [{ html: page('', `<script>${script}</script>`), delay: 60_000 }, crash('memory')])
})

test('a worker that allocates memory endlessly fails with reason memory', () => {
  const code = `const kept = []; setInterval(() => kept.push(new Uint8Array(${FEW_BYTES_PER_RENDER / 16}).fill(1)))`
  const script = `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(code)}])))`
  return outlive(siege, [{ html: page('', `<script>${script}</script>`), delay: 60_000 }, crash('memory')])
})
