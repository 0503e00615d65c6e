import { stage } from '../../stage.ts'

/** Tells of a page that left, by itself or led by a click or a script, for an address that cannot be loaded. */
export const tellErrorPage = stage({
  name: 'tell-error-page',
  phase: 'guard',
  run({ tab: { page }, warnings }) {
    if (page.url().startsWith('chrome-error:'))
      warnings.push(
        "What was captured is the browser's own page: the address that was gone to cannot be loaded.",
      )
  },
})
