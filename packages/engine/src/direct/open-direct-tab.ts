import { EventEmitter } from 'node:events'
import type { BrowserContext, Page } from 'playwright-core'
import type { OpenedPage } from '../browser/opened-page.ts'
import type { Size } from '../geometry.ts'
import { trackWork } from '../in-page/main-world/track-work.ts'
import { silenceConsole } from '../in-page/main-world/silence-console.ts'
import { asPlaywrights, type AttachedTarget, type DirectClient, type DirectSession } from './direct-client.ts'
import { trackPage, metricsOf } from './direct-page.ts'

/** Both run before a document's own scripts. */
const SCRIPT = `(${trackWork.toString()})();(${silenceConsole.toString()})()`

/** The fonts that Playwright sets in every page, so that pictures of both kinds of tabs are the same. */
const FONTS = {
  fontFamilies: {
    standard: 'Times New Roman',
    fixed: 'Monospace',
    serif: 'Times New Roman',
    sansSerif: 'Arial',
    cursive: 'Comic Sans MS',
    fantasy: 'Impact',
  },
}

/**
 * Opens a page in a browser context of its own, with the calls that a plain render needs and no others. Its members are
 * those of Playwright's objects that the stages of such a render use.
 */
export async function openDirectTab(
  client: DirectClient,
  proxy: { proxyServer: string; proxyBypassList: string },
  size: Size,
): Promise<OpenedPage> {
  const [{ browserContextId }] = await Promise.all([
    client.send('Target.createBrowserContext', { disposeOnDetach: true, ...proxy }),
    client.attach(),
  ])
  const context = createContext(client, browserContextId)
  const { promise: attached, resolve, reject } = Promise.withResolvers<AttachedTarget>()
  let isTaken = false
  client.track(browserContextId, (target) => {
    if (target.targetInfo.type === 'page' && !isTaken) {
      isTaken = true
      resolve(target)
    } else dismiss(client, target)
  })
  const behaviour = { behavior: 'deny', browserContextId }
  const creating = Promise.all([
    client.send('Browser.setDownloadBehavior', behaviour),
    client.send('Target.createTarget', { url: 'about:blank', browserContextId, ...size }),
  ])
  creating.catch(reject)
  try {
    const { sessionId, targetInfo } = await attached
    const { targetId } = targetInfo
    const session = client.open(sessionId)
    const { page, begun } = trackPage(client, session, targetId, size)
    session.once('close', () => context.end())
    const ready = Promise.all([
      creating,
      begun,
      page.addInitScript(SCRIPT),
      session.send('Page.setFontFamilies', FONTS),
      session.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
      session.send('Emulation.setDeviceMetricsOverride', metricsOf(size)),
      session.send('Runtime.runIfWaitingForDebugger'),
    ])
    ready.catch(() => undefined)
    return {
      context: context as unknown as BrowserContext,
      page: page as unknown as Page,
      async prepare() {
        await ready
        return {
          session: asPlaywrights(session),
          targetId,
          capture: (how) => session.read('Page.captureScreenshot', how),
          emulateMedia: page.emulateMedia,
        }
      },
    }
  } catch (error) {
    void context.close().catch(() => undefined)
    throw error
  }
}

/** Lets a target go that no render uses: a pop-up is closed, and a service worker runs unseen. */
function dismiss(client: DirectClient, { sessionId, targetInfo: { type, targetId } }: AttachedTarget): void {
  const isPage = type === 'page'
  const end = isPage ? ('Target.closeTarget' as const) : ('Target.detachFromTarget' as const)
  // A target that is detached from while it waits would wait for ever.
  client
    .open(sessionId)
    .send('Runtime.runIfWaitingForDebugger')
    .then(() => client.send(end, isPage ? { targetId } : { sessionId }))
    .catch(() => undefined)
}

function createContext(client: DirectClient, browserContextId: string) {
  const events = new EventEmitter()
  let isEnded = false
  const end = (): void => {
    if (isEnded) return
    isEnded = true
    client.forget(browserContextId)
    events.emit('close')
  }
  return Object.assign(events, {
    end,
    async close() {
      await client.send('Target.disposeBrowserContext', { browserContextId })
      end()
    },
    /** Returns the session of a frame in a process of its own; fails for other frames, which have none. */
    newCDPSession(frame: { session: DirectSession; parentFrame(): { session: DirectSession } | null }) {
      if (frame.session === frame.parentFrame()?.session)
        return Promise.reject(new Error('The frame has no session.'))
      return Promise.resolve(asPlaywrights(frame.session))
    },
  })
}
