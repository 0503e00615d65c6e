// `npm start`: runs this checkout's stack until Ctrl-C, or in the background with --detach.
import { parseArgs } from 'node:util'
import { announce } from './announce.ts'
import { supervisorOf } from '../state/supervisor-lock.ts'
import { localState } from '../state/checkout.ts'
import { runStack } from './run-stack.ts'
import { stackFile } from '../state/stack-file.ts'
import { startDetached } from './start-detached.ts'

const { values } = parseArgs({
  options: { detach: { type: 'boolean', default: false }, watch: { type: 'boolean', default: false } },
})
const hint =
  values.detach || process.send
    ? 'The stack runs in the background; stop it with `npm stop`.'
    : 'Press Ctrl-C to stop.'
const supervisor = supervisorOf(localState)

if (supervisor) {
  const running = stackFile(localState).read()
  console.log(`The stack is already running (process ${supervisor.pid}); stop it with \`npm stop\`.`)
  if (running) console.log(announce(running, ''))
  process.exitCode = values.detach ? 0 : 1
} else if (values.detach) {
  process.exitCode = await startDetached(import.meta.filename, values.watch ? ['--watch'] : [])
} else {
  process.exitCode = await runStack({ watch: values.watch, hint })
}
