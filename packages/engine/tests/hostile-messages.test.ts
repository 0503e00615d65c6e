// Pages that send this process as much as they can: console output, errors, dialogs and long addresses.
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { nightly } from '@render/testkit'
import { readFileSync } from 'node:fs'
import { failure, picture, type Outcome } from './hostile/outcome.ts'
import { leaveNothing, outlive, startSiege, type Siege } from './hostile/outlive.ts'
import { page } from './test-engine.ts'

let siege: Siege
beforeAll(async () => {
  siege = await startSiege(undefined, { eventBytesPerPage: 30e6 })
})
afterAll(() => leaveNothing(siege))

/** Twice what a page may send this process; a third is more than this process reads for a render. */
const PRINTED_BYTES = 60e6
/** Prints 10 MB strings until all bytes are printed. */
const PRINT = `for (let left = ${PRINTED_BYTES}; left > 0; left -= 1e7) console.log('x'.repeat(1e7) + left)`

const prints: Record<string, string> = {
  'its document': `${PRINT}; done()`,
  'a frame': `
    const frame = document.body.appendChild(document.createElement('iframe'))
    frame.contentWindow.eval(${JSON.stringify(PRINT)})
    done()`,
  'a worker': `
    const code = new Blob([${JSON.stringify(`${PRINT}; postMessage(0)`)}])
    new Worker(URL.createObjectURL(code)).onmessage = done`,
}

test.each(Object.entries(prints))('console output of %s does not reach this process', async (_, script) => {
  const done = `const done = () => document.body.append(document.createElement('u'))`
  const before = bytesRead()
  const html = page('', `<script>${done}; ${script}</script>`)
  const { warnings } = await siege.engine.make({ html, wait_for: 'u', fail_if_selector_missing: true })
  expect(warnings).toEqual([])
  expect(bytesRead() - before).toBeLessThan(PRINTED_BYTES / 3)
})

const LONG = `'x'.repeat(1e7)`
const STOPPED = failure('NavigationError')

const floods: Record<string, [script: string, outcome: Outcome]> = {
  'reports long errors in a loop': [`for (;;) reportError(${LONG})`, STOPPED],
  'asks long questions in a loop': [`for (;;) prompt('', ${LONG})`, STOPPED],
  'prints long strings for ever': [`setInterval(() => console.log(${LONG}), 10)`, picture],
  ...nightly({
    'throws long errors at intervals': [`setInterval(() => { throw ${LONG} })`, STOPPED],
    'sends long requests in a loop': [
      `setInterval(() => fetch('http://nowhere.invalid/', { method: 'POST', body: ${LONG} }).catch(() => 0))`,
      STOPPED,
    ],
    'has long data addresses': [
      `for (let i = 0; i < 5; i++) new Image().src = 'data:image/png;base64,' + 'x'.repeat(2e6) + i`,
      picture,
    ],
  }),
}

test.each(Object.entries(floods))('the engine survives a page that %s', (_, [script, outcome]) =>
  outlive(siege, [
    { html: page('', `<script>${script}</script>`), delay: outcome === picture ? 0 : 60_000 },
    outcome,
  ]),
)

/** Returns the bytes that this process has read so far from files, pipes and sockets. */
function bytesRead(): number {
  return Number(/^rchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))![1])
}
