import { stage } from '../../stage.ts'

/** Warns when the page navigated, by itself or after a click or script, to an address that failed to load. */
export const warnOfErrorPage = stage({
  name: 'warn-of-error-page',
  phase: 'guard',
  run({ tab: { page }, warnings }) {
    if (page.url().startsWith('chrome-error:'))
      warnings.push(
        "The page navigated to a URL that failed to load; the capture shows Chromium's error page.",
      )
  },
})
