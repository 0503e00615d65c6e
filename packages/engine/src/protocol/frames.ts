import type { CDPSession, Frame } from 'playwright-core'
import type { Tab } from '../browser/tab.ts'
import type { PageContext } from '../page-context.ts'
import { evaluateAcrossNavigation } from './evaluate-across-navigation.ts'
import { createPageWorld, type PageWorld } from './page-world.ts'

/** One frame of a page, for `callInFrame`. */
export interface PageFrame {
  /** Undefined for the page's main frame. */
  id?: string
  url: string
  world: PageWorld
}

type FrameTab = Pick<Tab, 'page' | 'context' | 'session' | 'world'>

/** Runs a function in the page and in each of its frames. A frame that is removed, or in which it fails, is skipped. */
export async function inEveryFrame(
  ctx: PageContext,
  act: (frame: PageFrame) => Promise<unknown>,
): Promise<void> {
  await evaluateAcrossNavigation(ctx, () => act(topFrameOf(ctx.tab)))
  await evaluateAcrossNavigation(ctx, async () => {
    const frames = await innerFrames(ctx.tab)
    return Promise.allSettled(frames.map(act))
  })
}

/** Returns the page's main frame. */
export function topFrameOf({ page, world }: FrameTab): PageFrame {
  return { url: page.url(), world }
}

/** Returns all frames below the main one, whatever process they are in. */
export async function innerFrames({ page, context, session, world }: FrameTab): Promise<PageFrame[]> {
  const inner = page.frames().filter((frame) => frame !== page.mainFrame())
  if (inner.length === 0) return []
  const trees = [treeOf(session, world).then(([, ...below]) => below), ...inner.map(treeOfOwnProcess)]
  const results = await Promise.allSettled(trees)
  return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))

  async function treeOfOwnProcess(frame: Frame): Promise<PageFrame[]> {
    const own = await ownSession(frame)
    return own ? treeOf(own.session, own.world) : []
  }

  function ownSession(frame: Frame): Promise<OwnSession | undefined> {
    const known = ownSessions.get(frame) ?? openOwnSession(frame)
    ownSessions.set(frame, known)
    return known
  }

  async function openOwnSession(frame: Frame): Promise<OwnSession | undefined> {
    // Fails, without a call to the browser, for a frame in its parent's process.
    const opened = await context.newCDPSession(frame).catch(() => undefined)
    if (!opened) return void ownSessions.delete(frame)
    opened.once('close', () => void ownSessions.delete(frame))
    await opened.send('Page.enable')
    return { session: opened, world: createPageWorld(opened) }
  }
}

interface OwnSession {
  session: CDPSession
  world: PageWorld
}

const ownSessions = new WeakMap<Frame, Promise<OwnSession | undefined>>()

/** Returns the frames that a session reaches, its main frame first. */
async function treeOf(session: CDPSession, world: PageWorld): Promise<PageFrame[]> {
  const { frameTree } = await session.send('Page.getFrameTree')
  const list = ({ frame, childFrames = [] }: typeof frameTree): PageFrame[] => [
    { id: frame.id, url: frame.url, world },
    ...childFrames.flatMap(list),
  ]
  return list(frameTree)
}
