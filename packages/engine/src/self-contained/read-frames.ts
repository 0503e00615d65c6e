import type { CDPSession } from 'playwright-core'
import { refusedSelector } from '../elements/refused-selector.ts'
import { PART_LENGTH } from '../documents/read-text.ts'
import { DocumentTooLarge } from '../documents/require-document-size.ts'
import { keepText } from '../in-page/reading/keep-text.ts'
import { takePart } from '../in-page/reading/take-part.ts'
import type { SelfContained, SelfContainedRequest } from '../in-page/self-contained/read-self-contained.ts'
import type { PageContext } from '../page-context.ts'
import { callInFrame } from '../protocol/call-in-page.ts'
import type { PageFrame } from '../protocol/frames.ts'
import type { SelfContainedScript } from './self-contained-script.ts'

const MAX_DEEP = 3
const MAX_FRAMES = 200
const MAX_LENGTH = 60_000_000

/** How an empty document is written. */
const EMPTY = '<html><head><meta charset="utf-8"></head><body></body></html>'

/** The markup of a page and its frames, by the protocol's ids of frames. */
export interface FrameTexts {
  top: SelfContained
  inner: ReadonlyMap<string, SelfContained>
}

/**
 * Reads the page and its frames. A frame that goes away meanwhile is left out, and so is one that still has the empty document
 * that frames begin with.
 * @throws {RenderError} `EngineResponseNotOkError` for texts that are too long together.
 */
export async function readFrames(
  ctx: PageContext,
  script: SelfContainedScript,
  top: SelfContainedRequest,
): Promise<FrameTexts> {
  const { session, world } = ctx.tab
  const frames = top.withoutFrames ? [] : await markFrames(ctx, await framesBelow(session))
  let length = 0
  const readOne = async (frame: PageFrame, request: SelfContainedRequest) => {
    const read = await readFrame(frame, script, request)
    if (typeof read === 'object') length += read.text.length
    if (read === 'large' || length > MAX_LENGTH) throw new DocumentTooLarge()
    return read
  }
  const text = await readOne({ url: ctx.tab.page.url(), world }, top)
  if (text === 'invalid') throw refusedSelector('selector', 'CSS selector')
  if (!text) throw new Error('The document could not be read.')
  const inner = new Map<string, SelfContained>()
  for (const { id, url } of frames) {
    const read = await readOne({ id, url, world }, {})
    if (!read || read === 'invalid') continue
    const isInitial = /^(?:about:blank)?$/.test(url) && read.text === EMPTY
    if (!isInitial) inner.set(id, read)
  }
  return { top: text, inner }
}

interface FrameBelow {
  id: string
  url: string
  parentId: string
}

/** Returns the frames below the page's main one, three levels deep. */
async function framesBelow(session: CDPSession): Promise<FrameBelow[]> {
  const { frameTree } = await session.send('Page.getFrameTree')
  const list = ({ frame, childFrames = [] }: typeof frameTree, depth: number): FrameBelow[] =>
    depth > MAX_DEEP
      ? []
      : childFrames.flatMap((child) => [
          { id: child.frame.id, url: child.frame.url, parentId: frame.id },
          ...list(child, depth + 1),
        ])
  return list(frameTree, 1).slice(0, MAX_FRAMES)
}

/** Marks the elements of frames with their ids, in our isolated world. Returns those that are still there. */
async function markFrames({ tab }: PageContext, frames: FrameBelow[]): Promise<FrameBelow[]> {
  const marking = frames.map(async (frame) => {
    const { backendNodeId } = await tab.session.send('DOM.getFrameOwner', { frameId: frame.id })
    await tab.world.markElement(backendNodeId, 'render.frame', frame.id, frame.parentId)
    return frame
  })
  const results = await Promise.allSettled(marking)
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}

async function readFrame(
  frame: PageFrame,
  script: SelfContainedScript,
  request: SelfContainedRequest,
): Promise<SelfContained | 'invalid' | 'large' | undefined> {
  const given = { of: request, partLength: PART_LENGTH }
  const read = (of: SelfContainedRequest, script: SelfContainedScript) => script.readSelfContained(of)
  const keep = keepText<SelfContainedRequest, SelfContained, [SelfContainedScript], 'invalid' | 'large'>
  const kept = await callInFrame(frame, keep, given, read, script)
  if (typeof kept !== 'object') return kept
  const { part, length, ...facts } = kept
  let text = part
  while (text.length < length) {
    const next = await callInFrame(frame, takePart, { start: text.length, partLength: PART_LENGTH })
    if (!next) return undefined
    text += next
  }
  return { ...facts, text }
}
