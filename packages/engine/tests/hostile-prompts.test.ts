import { afterAll, beforeAll, test } from '@jest/globals'
import { listenOn, ORIGIN_HOST } from '@render/testkit'
import { picture } from './hostile/outcome.ts'
import { leaveNothing, outlive, startSiege, type Attack, type Siege } from './hostile/outlive.ts'
import { page } from './test-engine.ts'

let siege: Siege
let origin: Awaited<ReturnType<typeof listenOn>>
beforeAll(async () => {
  siege = await startSiege()
  origin = await listenOn(ORIGIN_HOST, (req, res) => {
    res.writeHead(req.url === '/password' ? 401 : 200, {
      'content-type': 'text/html',
      'www-authenticate': 'Basic realm="x"',
    })
    res.end('<!doctype html><title>x</title><input id="file" type="file"><script src="/password"></script>')
  })
})
afterAll(async () => {
  await leaveNothing(siege)
  await origin[Symbol.asyncDispose]()
})

/** Scripts that ask a user for something. There is no user. */
const prompts = {
  'for dialogs': 'for (let i = 0; i < 30; i++) { alert(i); confirm(i); prompt(i) }',
  'for a dialog after each dialog': 'setInterval(() => alert(1))',
  'for confirmation to leave':
    'addEventListener("beforeunload", (event) => { event.preventDefault(); return event.returnValue = "stay" })',
  'for printing': 'for (let i = 0; i < 50; i++) print()',
  'for the location': 'navigator.geolocation.getCurrentPosition(() => 0)',
  'for notifications': 'void Notification.requestPermission()',
  'for camera and microphone': 'void navigator.mediaDevices?.getUserMedia({ audio: true, video: true })',
  'for the clipboard': 'void navigator.clipboard?.readText()',
  'for the whole screen': 'void document.documentElement.requestFullscreen()',
  'for the pointer': 'void document.documentElement.requestPointerLock()',
}

test('pages that prompt are captured, all of them together', () => {
  const pages = Object.values(prompts).map((script) => page('', `<script>${script}</script>`))
  return outlive(siege, ...pages.map((html): Attack => [{ html }, picture]))
})

test('pages that prompt after a click are captured, all of them together', () => {
  const buttons = Object.values(prompts).map(
    (script) => `<button onclick='${script.replaceAll("'", '"')}'>ask</button>`,
  )
  return outlive(
    siege,
    ...buttons.map((button): Attack => [{ html: page('', button), click: ['button'] }, picture]),
  )
})

test('a page that opens a file chooser after a click is captured', () =>
  outlive(siege, [{ url: origin.url, click: ['input'] }, picture]))

test('a page and a script that require a password are captured', () =>
  outlive(siege, [{ url: `${origin.url}/password` }, picture]))

test('a page with a beforeunload handler is reloaded and captured', () => {
  const script = 'addEventListener("beforeunload", (event) => event.preventDefault())'
  const html = page('', `<button>x</button><script>${script}</script>`)
  return outlive(siege, [{ html, base_url: origin.url, click: ['button'], reload: true }, picture])
})
