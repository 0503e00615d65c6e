import { setTimeout as sleep } from 'node:timers/promises'
import { RenderError } from '@render/errors'
import { isClosed, translate } from '../../browser/errors.ts'
import { loadDocument } from '../../browser/load-document.ts'
import { securedAddress } from '../../secured-address.ts'
import { stage } from '../../stage.ts'
import type { Work } from '../../work.ts'

const RETRY_AFTER_MS = 1000
/** For a page that is shown in place of the one that could not be loaded. */
const PATIENCE_MS = 5000

/** Loads the page; where it cannot be loaded, does what the caller wants then. */
export const loadPage = stage({
  name: 'load-page',
  phase: 'navigate',
  owns: [
    'url',
    'wait_until',
    'timeout',
    'referer',
    'https_upgrade',
    'ignore_load_errors',
    'retry_on_nav_error',
    'continue_on_nav_error',
  ],
  borrows: ['html', 'base_url'],
  async run(work, { https_upgrade, retry_on_nav_error, continue_on_nav_error, ...options }) {
    /** Why an address cannot be loaded; undefined when it was. */
    const tryToLoad = async (): Promise<RenderError | undefined> => {
      try {
        await loadDocument(work, options, 'visit')
        return undefined
      } catch (error) {
        const failure = navigationFailure(work, error)
        if (!failure) throw error
        return failure
      }
    }
    work.securedUrl = securedAddress({ ...options, https_upgrade })
    if (work.securedUrl && !(await tryToLoad())) return
    work.securedUrl = undefined
    let failure = await tryToLoad()
    if (failure && retry_on_nav_error) {
      await sleep(RETRY_AFTER_MS, undefined, { signal: work.signal })
      failure = await tryToLoad()
    }
    if (!failure) return
    if (!continue_on_nav_error) throw failure
    work.warnings.push(failure.message)
    work.patienceMs = PATIENCE_MS
  },
})

const CODES = new Set<string>(['NavigationError', 'URLDoesNotResolveError'])

/** Undefined for what is no fault of the address. */
function navigationFailure({ tab: { way } }: Work, error: unknown): RenderError | undefined {
  if (isClosed(error)) return undefined
  const told = translate(error, { isAlive: true, isCutOff: !way.isOpen() })
  return told instanceof RenderError && CODES.has(told.code) ? told : undefined
}
