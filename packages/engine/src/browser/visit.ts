import type { WayOut } from '@render/net'
import { settlesWithin } from '../settles.ts'
import { BrowserDied, isClosed } from './errors.ts'
import { hasHangingGraphics } from './hanging-graphics.ts'
import type { Seat } from './pool.ts'
import type { Tab, TabOptions } from './tabs.ts'

/** One render's stay in a browser. Ends without waiting: the page is closed behind it. */
export interface Visit extends Disposable {
  openTab: (options: TabOptions) => Promise<Tab>
  /** Whether its page has lost its way out. */
  isCutOff(): boolean
  /** Says that the page kept us waiting, and that its browser may go on to: nobody else is to come into it. */
  distrust(): void
}

/** A page that loops for ever closes well within this; a browser that cannot close one hangs. */
const CLOSE_TIMEOUT_MS = 5000

/** A page is opened in a moment, but for one whose process was killed while it began: nobody is told of that. */
const OPEN_TIMEOUT_MS = 10_000

/** Begins a stay; `fail` hears of the death of the browser or of the page's process. */
export function startVisit(seat: Seat, fail: (error: Error) => void): Visit {
  let opening: Promise<Tab> | undefined
  let way: WayOut | undefined
  let isTrusted = true
  void seat.browser.gone.then(fail)
  return {
    openTab(options) {
      opening = seat.browser.openTab(options)
      void settlesWithin(opening, OPEN_TIMEOUT_MS).then((isOpen) => {
        if (!isOpen) fail(new BrowserDied('renderer'))
      })
      return opening.then(
        (tab) => {
          way = tab.way
          tab.died.catch(fail)
          if (tab.page.isClosed()) throw new BrowserDied('renderer')
          return tab
        },
        (error: unknown) => {
          // Nothing of a stranger's ran in it yet that could have closed it.
          throw isClosed(error) && seat.browser.isAlive() ? new BrowserDied('renderer', error) : error
        },
      )
    },
    isCutOff: () => way?.isOpen() === false,
    distrust() {
      isTrusted = false
      seat.retire()
    },
    [Symbol.dispose]: () => void leave(seat, opening, isTrusted),
  }
}

async function leave(seat: Seat, opening: Promise<Tab> | undefined, isTrusted: boolean): Promise<void> {
  const closing = opening?.then(({ context }) => context.close())
  const closes = !closing || (await settlesWithin(closing, CLOSE_TIMEOUT_MS))
  if (!closes || (!isTrusted && (await hasHangingGraphics(seat.browser.pid)))) seat.browser.kill('hang')
  seat.release()
}
