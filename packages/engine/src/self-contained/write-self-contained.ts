import { createWriteStream } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pipeline } from 'node:stream/promises'
import type { Body } from '@render/outputs'
import { MAX_DOCUMENT_BYTES, requireDocumentSize } from '../documents/require-document-size.ts'
import { IGNORED_SELECTOR } from '../elements/refused-selector.ts'
import type { SelfContainedRequest } from '../in-page/self-contained/read-self-contained.ts'
import type { RulesOfFile } from '../in-page/self-contained/restore-rules.ts'
import type { SymbolText } from '../in-page/self-contained/read-symbols.ts'
import type { PageContext } from '../page-context.ts'
import { callInPage } from '../protocol/call-in-page.ts'
import { evaluateAcrossNavigation } from '../protocol/evaluate-across-navigation.ts'
import { budgetExceeded, spendTimeBudget, TIMED_OUT } from '../protocol/time-budget.ts'
import { dataAddressOf, fillPlaceholders } from './fill-placeholders.ts'
import { filesInMemory, type LoadedFiles } from './track-loaded-files.ts'
import { createPageFiles } from './page-files.ts'
import { readFrames } from './read-frames.ts'
import { selfContainedScript, type SelfContainedScript } from './self-contained-script.ts'
import { selectorChanges } from './selector-changes.ts'

/** Bytes of a write; a shorter document stays in memory. */
const BATCH_BYTES = 1024 ** 2

/** The time that is not the page's: it goes into the files. */
const WRITE_MS = 10_000

/** A document of many parts is written in turns, so that other work of this process continues. */
const CHUNKS_IN_A_TURN = 1000

const FULL = 'border:0;position:fixed;top:0;left:0;width:100%;height:100%'

/**
 * Writes the page as one document that looks the same without network, with a warning for what is missing in it. The page
 * loads nothing for it.
 * @throws {RenderError} `EngineResponseNotOkError` for more than 50 MB.
 */
export async function writeSelfContained(ctx: PageContext, file: string, selector?: string): Promise<Body> {
  if (!ctx.files) throw new Error('The files of the page were not tracked.')
  const { texts, unreadable, chunks, files } = await readParts(ctx, ctx.files, '"full_html"', { selector })
  const { kind } = texts.top
  const body = await write(
    ctx,
    file,
    kind === 'svg' ? aroundSvg(chunks(dataAddressOf)) : chunks(fillPlaceholders),
  )
  if (texts.top.isMissing) ctx.warnings.push(IGNORED_SELECTOR)
  if (unreadable > 0)
    ctx.warnings.push(`"full_html" left out ${unreadable} canvases, videos or fonts that cannot be read.`)
  ctx.warnings.push(...files.warnings())
  return body
}

/** Writes a page that is an SVG as an SVG that looks the same without network, as far as the browser still has its files. */
export async function writeSvg(ctx: PageContext, file: string): Promise<Body> {
  const loaded = await evaluateAcrossNavigation(ctx, () => filesInMemory(ctx.tab.session))
  const { chunks, files } = await readParts(ctx, loaded, 'The drawing', { withoutFrames: true })
  const body = await write(ctx, file, chunks(fillPlaceholders))
  ctx.warnings.push(...files.warnings())
  return body
}

async function readParts(
  ctx: PageContext,
  loaded: LoadedFiles,
  title: string,
  request: SelfContainedRequest,
) {
  const script = await selfContainedScript()
  const texts = await evaluateAcrossNavigation(ctx, () => readFrames(ctx, script, request))
  const all = [texts.top, ...texts.inner.values()]
  const textBytes = all.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
  const bases = all.map(({ base }) => base)
  const files = createPageFiles({ loaded, bases, maxBytes: MAX_DOCUMENT_BYTES - textBytes, title })
  const filling = {
    texts,
    files,
    selectors: selectorChanges(all.map(({ text }) => text)),
    readSymbols: (file: SymbolText) => callInPage(ctx.tab, readSymbols, file, script),
    restoreRules: (given: RulesOfFile) => callInPage(ctx.tab, restoreRules, given, script),
    signal: ctx.signal,
  }
  return {
    texts,
    files,
    unreadable: all.reduce((sum, each) => sum + each.unreadable, 0),
    chunks: (fill: typeof fillPlaceholders) => fill(texts.top, filling),
  }
}

function readSymbols(file: SymbolText, script: SelfContainedScript): string | undefined {
  return script.readSymbols(file)
}

function restoreRules(given: RulesOfFile, script: SelfContainedScript): string {
  return script.restoreRules(given)
}

async function write(ctx: PageContext, file: string, chunks: AsyncIterable<string>): Promise<Body> {
  const writing = () => bodyOf(batches(chunks, ctx.signal), ctx, file)
  const body = await spendTimeBudget(ctx, writing, ctx.timeBudgetMs + WRITE_MS, WRITE_MS)
  if (body === TIMED_OUT) throw budgetExceeded()
  return body
}

async function* aroundSvg(address: AsyncIterable<string>): AsyncGenerator<string, void> {
  yield `<!DOCTYPE html><html><head><meta charset="utf-8"></head><body><iframe style="${FULL}" src="`
  yield* address
  yield '"></iframe></body></html>'
}

async function* batches(chunks: AsyncIterable<string>, signal: AbortSignal): AsyncGenerator<Buffer, void> {
  let batch: string[] = []
  let length = 0
  let bytes = 0
  const take = (): Buffer => {
    const buffer = Buffer.from(batch.join(''))
    batch = []
    length = 0
    bytes += buffer.length
    requireDocumentSize(bytes)
    return buffer
  }
  let count = 0
  for await (const chunk of chunks) {
    count += 1
    if (count % CHUNKS_IN_A_TURN === 0) await nextTurn(undefined, { signal })
    batch.push(chunk)
    length += chunk.length
    if (length >= BATCH_BYTES) yield take()
  }
  yield take()
}

async function bodyOf(
  written: AsyncGenerator<Buffer, void>,
  { scratch }: PageContext,
  file: string,
): Promise<Body> {
  const first = await written.next()
  const second = await written.next()
  if (first.done || second.done) return { bytes: first.value ?? Buffer.alloc(0) }
  const all = async function* () {
    yield first.value
    yield second.value
    yield* written
  }
  await pipeline(all, createWriteStream(await scratch.file(file)))
  return scratch.take(file)
}
