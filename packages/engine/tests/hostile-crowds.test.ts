import { afterAll, beforeAll, test } from '@jest/globals'
import { leaveNothing, outlive, picture, startBesieged } from './hostile/outlive.ts'
import { page, type TestEngine } from './test-engine.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await startBesieged()
})
afterAll(() => leaveNothing(engine))

const crowds = {
  windows: 'for (let i = 0; i < 10; i++) open("about:blank", "w" + i)',
  'windows over time': 'setInterval(() => open("about:blank"), 20)',
  frames: 'for (let i = 0; i < 300; i++) document.body.append(document.createElement("iframe"))',
  timers: 'for (let i = 0; i < 1e5; i++) setInterval(() => 0, 10)',
}

test.each(Object.entries(crowds))(
  'a page of many %s',
  (_name, script) => outlive(engine, { html: page('', `<script>${script}</script>`) }, picture),
  60_000,
)

test('a page that opens windows as it is clicked', async () => {
  const open = 'for (let i = 0; i < 10; i++) open("about:blank", "w" + i)'
  const html = page('', `<button onclick='${open}'>open</button>`)
  await outlive(engine, { html, click: ['button'] }, picture)
}, 60_000)
