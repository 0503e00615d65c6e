// `npm stop`: ends exactly the processes that `npm start` of this checkout started.
import { setTimeout as sleep } from 'node:timers/promises'
import { supervisorOf } from '../state/supervisor-lock.ts'
import { send } from '../process/end-process.ts'
import { localState } from '../state/checkout.ts'
import { isAlive } from '../process/process-identity.ts'
import { endLeftovers, stackFile } from '../state/stack-file.ts'

const POLL_MS = 50
const REPORT_EVERY_MS = 10_000
/** Longer than services and, after them, servers may take to stop. */
const GIVE_UP_MS = 180_000

const supervisor = supervisorOf(localState)
if (supervisor) {
  console.log('Stopping ...')
  send(supervisor, 'SIGTERM')
  const began = performance.now()
  let reportedMs = began
  while (isAlive(supervisor) && performance.now() - began < GIVE_UP_MS) {
    await sleep(POLL_MS)
    if (performance.now() - reportedMs > REPORT_EVERY_MS) {
      reportedMs = performance.now()
      console.log('  waiting for running work to finish')
    }
  }
  send(supervisor, 'SIGKILL')
}

// A supervisor that was killed, now or earlier, has left its processes running.
const file = stackFile(localState)
const content = file.read()
const leftovers = content ? await endLeftovers(content) : []
if (content && leftovers.length > 0) file.write({ ...content, state: 'stopped', processes: {} })
if (leftovers.length > 0) console.log(`Ended leftover processes: ${leftovers.join(', ')}`)
console.log(
  supervisor || leftovers.length > 0 ? 'Stopped.' : 'Nothing to stop: no stack of this checkout is running.',
)
