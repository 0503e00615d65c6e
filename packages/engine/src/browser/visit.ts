import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContextOptions } from 'playwright-core'
import { BrowserDied } from './errors.ts'
import type { Seat } from './pool.ts'
import type { Tab } from './tabs.ts'

/** One render's stay in a browser. Ends without waiting: the page is closed behind it. */
export interface Visit extends Disposable {
  openTab: (options: BrowserContextOptions) => Promise<Tab>
}

/** A page that loops for ever closes well within this; a browser that cannot close one hangs. */
const CLOSE_TIMEOUT_MS = 5000

/** Begins a stay; `fail` hears of the death of the browser or of the page's process. */
export function startVisit(seat: Seat, fail: (error: Error) => void): Visit {
  let opening: Promise<Tab> | undefined
  void seat.browser.gone.then(fail)
  return {
    openTab(options) {
      opening = seat.browser.openTab(options)
      return opening.then((tab) => {
        tab.page.once('crash', () => fail(new BrowserDied('renderer')))
        return tab
      })
    },
    [Symbol.dispose]: () => void leave(seat, opening),
  }
}

async function leave(seat: Seat, opening: Promise<Tab> | undefined): Promise<void> {
  const closing = Promise.resolve(opening?.then(({ context }) => context.close()))
  const closed = closing.then(() => true).catch(() => true)
  if (!(await Promise.race([closed, sleep(CLOSE_TIMEOUT_MS, false, { ref: false })])))
    seat.browser.kill('hang')
  seat.release()
}
