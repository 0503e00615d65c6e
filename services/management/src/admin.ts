// The command line for operators: `npm run admin -- help`.
import { inheritedEnvironment } from '@render/runtime'
import { runAdmin } from './admin/run-admin.ts'

const { exitCode, text } = await runAdmin(process.argv.slice(2), inheritedEnvironment())
if (exitCode === 0) console.log(text)
else console.error(text)
process.exitCode = exitCode
