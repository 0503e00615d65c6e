import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { page, shareTestEngine, type TestEngine } from '../test-engine.ts'
import { onLateMachine } from './late-machine.ts'
import { recordFile } from './record.ts'

let engine: TestEngine

beforeAll(async () => {
  engine = await shareTestEngine()
})

afterAll(async () => engine[Symbol.asyncDispose]())

/**
 * Writes down each event of input with its time and frame. The first click lets a button slide in and another one be
 * covered for a while; a menu opens below the pointer; one button is never reached.
 */
const EVENTS = page(
  `body { font: 8px/9px monospace } button { position: absolute; left: 200px; width: 60px; height: 20px }
    #slides { top: 0 } .open #slides { animation: in .7s linear } @keyframes in { from { transform: translateX(90px) } }
    #covered { top: 40px } #cover { position: absolute; top: 30px; left: 180px; width: 100px; height: 40px }
    #menu { position: absolute; top: 80px; left: 200px; width: 60px; height: 20px; background: #ccc }
    #item { top: 100px; left: 200px; display: none } #menu:hover ~ #item, #item:hover { display: block }
    #below { top: 2000px } #hidden { visibility: hidden } #open { top: 140px }`,
  `<button id=slides></button><button id=covered></button><div id=cover></div><div id=menu></div><button id=item></button>
    <button id=below></button><button id=hidden></button><button id=open></button><pre></pre>
    <script>
      const log = document.querySelector('pre')
      let frames = 0
      const count = () => { frames++; requestAnimationFrame(count) }
      count()
      const kinds = ['pointermove', 'mouseover', 'pointerdown', 'click', 'keydown', 'keypress', 'keyup', 'beforeinput', 'scroll']
      const write = ({ type, target }) => log.append([type, target.id ?? '', performance.now(), frames, '\\n'].join(' '))
      for (const kind of kinds) addEventListener(kind, write, true)
      document.querySelector("#open").onclick = () => {
        document.body.className = 'open'
        setTimeout(() => document.querySelector("#cover").remove(), 600)
      }
    </script>`,
)

test('pages are clicked, hovered and typed at the same times on a late machine', async () => {
  const options = {
    html: EVENTS,
    width: 320,
    height: 400,
    hover: ['#menu'],
    click: ['#item', '#open', '#slides', '#covered', '#below', '#hidden'],
    minidelay: 0,
    click_at: '10,10',
    press_escape: true,
    save_html: true,
    scroll_to: 0,
    video_time: 200,
  }
  const inTime = await recordFile(engine, options)
  const events = String(inTime.sideOutputs[0]!.body)
  expect(inTime.warnings).toEqual([])
  for (const seen of [
    'click slides',
    'click covered',
    'click below',
    'click hidden',
    'mouseover menu',
    'click item',
    'keydown',
  ])
    expect(events).toContain(`${seen} `)
  expect(events).not.toMatch(/^(keypress|beforeinput) /m)
  const late = await onLateMachine(() => recordFile(engine, options))
  expect(String(late.sideOutputs[0]!.body)).toBe(events)
  expect(late.file.equals(inTime.file)).toBe(true)
})
