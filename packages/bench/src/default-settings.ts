/**
 * Default settings that test stacks override and that affect measurements. `BROWSER_NICENESS=0` compares on a machine that
 * others use too: they would take the CPU from browsers of a lower priority.
 */
export const defaultSettings = {
  SLOTS: '0',
  LOG_LEVEL: 'info',
  BROWSER_NICENESS: process.env.BROWSER_NICENESS ?? '10',
}
