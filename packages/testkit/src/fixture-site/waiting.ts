// Pages that are ready after their load event, or never idle. Green is right; red is too early.
import { imagePath, page, type Fixtures } from './fixture.ts'

const RED = 'body { background: #f00 }'
const GREEN = 'body { background: #0f0 }'
const turnGreen = `(document.body.style.background = '#0f0')`
const script = (code: string) => `<script>${code}</script>`

/** Pages that become ready after load. */
const latePages: Fixtures = {
  '/turns-green': {
    title: 'Turns green 700 ms after its load event',
    body: page(RED, script(`onload = () => setTimeout(() => ${turnGreen}, 700)`)),
  },
  '/late-style': {
    title: 'Blue when its style sheet has loaded, after 1.5 s',
    body: page(RED, '<link rel="stylesheet" href="/slow-style.css">'),
  },
  '/late-request': {
    title: 'Green when a request sent after load has been answered, after 800 ms',
    body: page(RED, script(`onload = () => fetch('/late/800/text.txt').then(() => ${turnGreen})`)),
  },
  '/late-app': {
    title:
      'An app: spins until its data has loaded, after 800 ms, then shows an image that fills the viewport',
    body: page(
      `@keyframes spin { to { rotate: 1turn } } i { animation: spin 1s infinite; display: block; width: 99px; height: 99px;
      background: #f00 } img { display: block; width: 100vw; height: 100vh }`,
      `<i></i>${script(`onload = async () => {
        await (await fetch('/late/800/data.json')).json()
        document.body.innerHTML = '<img src="${imagePath('#00ff00', 600, 400)}">'
      }`)}`,
    ),
  },
  '/late-image': {
    title: 'An image that fills the viewport, added after load, loads after 800 ms',
    body: page(
      `${RED} img { display: block; width: 100vw; height: 100vh }`,
      script(
        `onload = () => document.body.append(Object.assign(new Image(), { src: '/late/800${imagePath('#00ff00', 600, 400)}' }))`,
      ),
    ),
  },
  '/late-dom': {
    title: 'Markup is added 300 ms after load, 200 ms later and 100 ms later; then it is green',
    body: page(
      RED,
      script(`const part = (ms) => new Promise((go) => setTimeout(go, ms)).then(() => document.body.append('part'))
      onload = () => part(300).then(() => part(200)).then(() => part(100)).then(() => ${turnGreen})`),
    ),
  },
  '/late-steps': {
    title: 'Markup is added every 100 ms, seven times; then it is green',
    body: page(
      RED,
      script(`let steps = 0
      onload = () => {
        const timer = setInterval(() => {
          document.body.append('step')
          if (++steps === 7) (clearInterval(timer), ${turnGreen})
        }, 100)
      }`),
    ),
  },
}

/** Pages that are ready although they never become idle. */
const restlessPages: Fixtures = {
  '/polls-forever': {
    title: 'Sends a request as soon as the last one is answered, endlessly',
    body: page(
      RED,
      script(`onload = () => { const ask = () => fetch('/green?' + Math.random()).then(ask); ask() }`),
    ),
  },
  '/polls-slowly': {
    title: 'Green; sends a request every 200 ms, endlessly',
    body: page(GREEN, script(`setInterval(() => fetch('/text.txt'), 200)`)),
  },
  '/hanging-tracker': {
    title: 'Green; three requests after load are never answered',
    body: page(
      GREEN,
      script(`onload = () => {
        fetch('/never-answers?fetch')
        new Image().src = '/never-answers?pixel'
        navigator.sendBeacon('/never-answers?beacon')
      }`),
    ),
  },
  '/ticks-forever': {
    title: 'Green; a clock in its corner changes every 50 ms, endlessly',
    body: page(
      GREEN,
      `<time>0</time>${script(`setInterval(() => document.querySelector('time').textContent++, 50)`)}`,
    ),
  },
  '/alerts': {
    title: 'Green; opens three dialogs',
    body: page(GREEN, script(`alert('stop'); confirm('go?'); prompt('what?')`)),
  },
}

export const waitingPages: Fixtures = { ...latePages, ...restlessPages }
