import { EventEmitter } from 'node:events'
import { CLOSED } from '../protocol/errors.ts'
import type { EmulatedMedia } from '../browser/opened-page.ts'
import type { Size } from '../geometry.ts'
import type { DirectClient, DirectSession } from './direct-client.ts'
import { trackTargets, type FrameCall } from './direct-targets.ts'
import { trackFrames, type DirectFrame } from './direct-frames.ts'
import { trackMainDocuments, type DirectNavigation } from './direct-navigation.ts'
import { trackDirectRequests, type DirectRequests } from './direct-requests.ts'
import { createRoutes, type DirectRoutes } from './direct-routes.ts'

/** The members of Playwright's page that the stages of plain renders use, besides those of an emitter. */
export interface DirectPage extends DirectNavigation, DirectRoutes {
  url: () => string
  isClosed: () => boolean
  frames: () => DirectFrame[]
  mainFrame: () => DirectFrame
  workers: () => unknown[]
  viewportSize: () => Size
  setViewportSize: (size: Size) => Promise<void>
  /** Runs a script, or a function with an argument, before the scripts of every later document. */
  addInitScript: (script: string | (() => void), given?: unknown) => Promise<void>
  emulateMedia: (media: EmulatedMedia) => Promise<void>
  evaluate: (expression: string) => Promise<unknown>
}

/** Tracks a page from its first session, before anything runs in it. `begun` resolves when its events are enabled. */
export function trackPage(
  client: DirectClient,
  session: DirectSession,
  targetId: string,
  size: Size,
): { page: EventEmitter & DirectPage; begun: Promise<unknown> } {
  const page = new EventEmitter().setMaxListeners(0)
  const frames = trackFrames(session, targetId)
  const { promise: gone, reject: endWith } = Promise.withResolvers<never>()
  gone.catch(() => undefined)
  let viewport = size
  let isClosed = false

  const requests: DirectRequests = trackDirectRequests(page, frames, (loaderId, errorText) =>
    navigation.abort(loaderId, errorText),
  )
  const calls: FrameCall[] = []
  const targets = trackTargets(client, frames, requests, calls)
  const navigation = trackMainDocuments(session, frames, page, gone)
  frames.events.on('navigated', (frame) => page.emit('framenavigated', frame))

  // Calls to a page that crashed stay unanswered: its tab reports why it crashed.
  session.on('Inspector.targetCrashed', () => page.emit('crash'))
  session.once('close', () => {
    isClosed = true
    endWith(new Error(CLOSED))
    page.emit('close')
  })
  const begun = targets.prepareFrame(session)

  const sessions = (): Set<DirectSession> => new Set(frames.all().map((frame) => frame.session))

  /** Sends a call for each frame, also for those that begin later; one in another process may be gone. */
  async function inEveryFrame(...call: FrameCall): Promise<void> {
    calls.push(call)
    const sending = Array.from(sessions(), (of) => {
      const sent = of.send(...call)
      return of === session ? sent : sent.catch(() => undefined)
    })
    await Promise.all(sending)
  }

  const members: DirectPage = {
    ...navigation,
    ...createRoutes(sessions),
    url: () => frames.main.url(),
    isClosed: () => isClosed,
    frames: () => frames.all(),
    mainFrame: () => frames.main,
    workers: () => targets.workers(),
    viewportSize: () => viewport,
    async setViewportSize(wanted) {
      const resizeWindow = async () => {
        const { windowId } = await client.send('Browser.getWindowForTarget', { targetId })
        await client.send('Browser.setWindowBounds', { windowId, bounds: wanted })
      }
      await Promise.all([
        session.send('Emulation.setDeviceMetricsOverride', metricsOf(wanted)),
        resizeWindow(),
      ])
      viewport = wanted
    },
    async addInitScript(script, given) {
      const source = typeof script === 'string' ? script : `(${script.toString()})(${JSON.stringify(given)})`
      await inEveryFrame('Page.addScriptToEvaluateOnNewDocument', { source })
    },
    async emulateMedia({ media, colorScheme, reducedMotion }) {
      const features = [
        { name: 'prefers-color-scheme', value: colorScheme },
        { name: 'prefers-reduced-motion', value: reducedMotion },
      ]
      await inEveryFrame('Emulation.setEmulatedMedia', { media, features })
    },
    async evaluate(expression) {
      const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true })
      return result.value
    },
  }
  return { page: Object.assign(page, members), begun }
}

/** The same as Playwright sends. */
export function metricsOf({ width, height }: Size): object {
  return {
    mobile: false,
    width,
    height,
    screenWidth: width,
    screenHeight: height,
    deviceScaleFactor: 1,
    screenOrientation: { angle: 0, type: 'landscapePrimary' },
  }
}
