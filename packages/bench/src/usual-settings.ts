/** Default settings that test stacks override and that affect measurements. */
export const usualSettings = { SLOTS: '0', LOG_LEVEL: 'info', BROWSER_NICENESS: '10' }
