import { CONSOLE } from '../../data/console-limits.ts'
import { readMainWorld } from '../../data/read-variable.ts'
import { stage } from '../../stage.ts'

const MAX_BYTES = 1024 ** 2

/** Reads what the page's document has printed to its console so far. */
export const readConsole = stage({
  name: 'read-console',
  phase: 'read',
  async run(ctx) {
    if (!ctx.diagnostics) return
    const read = await readMainWorld(ctx, "globalThis[Symbol.for('render.console')]", MAX_BYTES)
    if (!('value' in read) || !Array.isArray(read.value)) return
    // The page can change its lines.
    const lines = read.value.filter((line) => typeof line === 'string')
    ctx.diagnostics.console = lines.slice(0, CONSOLE.lines).map((line) => line.slice(0, CONSOLE.length))
  },
})
