/** What a user gets and a test stack does not, where it shows in what is measured. */
export const usualSettings = { SLOTS: '0', LOG_LEVEL: 'info', BROWSER_NICENESS: '10' }
