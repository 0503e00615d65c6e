// `npm start`: runs this checkout's stack until Ctrl-C, or with --detach in the background.
import { parseArgs } from 'node:util'
import { announce } from './announce.ts'
import { supervisorOf } from './claim.ts'
import { localState } from './local-state.ts'
import { runStack } from './run-stack.ts'
import { stackFile } from './stack-file.ts'
import { startDetached } from './start-detached.ts'

const { values } = parseArgs({
  options: { detach: { type: 'boolean', default: false }, watch: { type: 'boolean', default: false } },
})
const ending =
  values.detach || process.send
    ? 'It runs in the background; `npm stop` ends it.'
    : 'Ctrl-C stops everything.'
const supervisor = supervisorOf(localState)

if (supervisor) {
  const running = stackFile(localState).read()
  console.log(`It runs already (process ${supervisor.pid}); \`npm stop\` ends it.`)
  if (running) console.log(announce(running, ''))
  process.exitCode = values.detach ? 0 : 1
} else if (values.detach) {
  process.exitCode = await startDetached(import.meta.filename, values.watch ? ['--watch'] : [])
} else {
  process.exitCode = await runStack({ watch: values.watch, ending })
}
