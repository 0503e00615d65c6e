import { CONSOLE } from '../../data/console-limits.ts'
import { recordConsole } from '../../in-page/main-world/record-console.ts'
import { runBeforeScripts } from '../../protocol/run-in-every-document.ts'
import { recordFailures } from '../../requests/record-failures.ts'
import { stage } from '../../stage.ts'

/** Records the page's console and its failed requests, which `jsondebug` responses contain. */
export const recordDiagnostics = stage({
  name: 'record-diagnostics',
  phase: 'hooks',
  borrows: ['response_type'],
  async run(ctx, { response_type }) {
    if (response_type !== 'jsondebug') return
    ctx.diagnostics = { console: [], failedRequests: recordFailures(ctx.tab.page) }
    await runBeforeScripts(ctx, recordConsole, CONSOLE)
  },
})
