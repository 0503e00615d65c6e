// `npm stop`: ends exactly what `npm start` of this checkout began.
import { setTimeout as sleep } from 'node:timers/promises'
import { supervisorOf } from './claim.ts'
import { send } from './end-process.ts'
import { localState } from './local-state.ts'
import { isAlive } from './process-identity.ts'
import { endLeftovers, stackFile } from './stack-file.ts'

const POLL_MS = 50
const TELL_EVERY_MS = 10_000
/** Longer than the services' and servers' own times to stop together. */
const GIVE_UP_MS = 180_000

const supervisor = supervisorOf(localState)
if (supervisor) {
  console.log('Stopping ...')
  send(supervisor, 'SIGTERM')
  const began = performance.now()
  let toldMs = began
  while (isAlive(supervisor) && performance.now() - began < GIVE_UP_MS) {
    await sleep(POLL_MS)
    if (performance.now() - toldMs > TELL_EVERY_MS) {
      toldMs = performance.now()
      console.log('  waiting for work in progress to end')
    }
  }
  send(supervisor, 'SIGKILL')
}

// A supervisor that was killed, now or earlier, could not end the others.
const file = stackFile(localState)
const content = file.read()
const leftovers = content ? await endLeftovers(content) : []
if (content && leftovers.length > 0) file.write({ ...content, state: 'stopped', processes: {} })
if (leftovers.length > 0) console.log(`Ended what was left behind: ${leftovers.join(', ')}`)
console.log(
  supervisor || leftovers.length > 0 ? 'Stopped.' : 'Nothing to stop: nothing of this checkout is running.',
)
