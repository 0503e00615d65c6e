import { afterAll, beforeAll, test } from '@jest/globals'
import { listenOn, ORIGIN_HOST } from '@render/testkit'
import { leaveNothing, outlive, picture, startBesieged } from './hostile/outlive.ts'
import { page, type TestEngine } from './test-engine.ts'

let engine: TestEngine
let origin: Awaited<ReturnType<typeof listenOn>>
beforeAll(async () => {
  engine = await startBesieged()
  origin = await listenOn(ORIGIN_HOST, (req, res) => {
    res.writeHead(req.url === '/password' ? 401 : 200, {
      'content-type': 'text/html',
      'www-authenticate': 'Basic realm="x"',
    })
    res.end('<!doctype html><title>x</title><input id="file" type="file"><script src="/password"></script>')
  })
})
afterAll(async () => {
  await leaveNothing(engine)
  await origin[Symbol.asyncDispose]()
})

/** What asks something of a user whom nobody is. */
const prompts = {
  dialogs: 'for (let i = 0; i < 30; i++) { alert(i); confirm(i); prompt(i) }',
  'a dialog after each dialog': 'setInterval(() => alert(1))',
  'not to be left':
    'addEventListener("beforeunload", (event) => { event.preventDefault(); return event.returnValue = "stay" })',
  'to print': 'for (let i = 0; i < 50; i++) print()',
  'where it is': 'navigator.geolocation.getCurrentPosition(() => 0)',
  'to notify': 'void Notification.requestPermission()',
  'to see and hear': 'void navigator.mediaDevices?.getUserMedia({ audio: true, video: true })',
  'for the clipboard': 'void navigator.clipboard?.readText()',
  'for the whole screen': 'void document.documentElement.requestFullscreen()',
  'for the pointer': 'void document.documentElement.requestPointerLock()',
}

test.each(Object.entries(prompts))('a page that asks %s', (_name, script) =>
  outlive(engine, { html: page('', `<script>${script}</script>`) }, picture),
)

test.each(Object.entries(prompts))('a page that asks %s after a click', (_name, script) => {
  const button = `<button onclick='${script.replaceAll("'", '"')}'>ask</button>`
  return outlive(engine, { html: page('', button), click: ['button'] }, picture)
})

test('a page that asks for a file after a click', () =>
  outlive(engine, { url: origin.url, click: ['input'] }, picture))

test('a page and a script that ask for a password', () =>
  outlive(engine, { url: `${origin.url}/password` }, picture))

test('a page that asks not to be left and is loaded again', () => {
  const script = 'addEventListener("beforeunload", (event) => event.preventDefault())'
  const html = page('', `<button>x</button><script>${script}</script>`)
  return outlive(engine, { html, base_url: origin.url, click: ['button'], reload: true }, picture)
})
