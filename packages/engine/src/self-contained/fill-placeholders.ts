import { encodeBase64 } from '@render/outputs'
import { decodeCss, inlineCss, toDataAddress, type Asset } from '../inlining/inline-css.ts'
import { encloseCss } from '../inlining/enclose-css.ts'
import type { SelectorChanges } from '../inlining/find-places.ts'
import type { RulesOfFile } from '../in-page/self-contained/restore-rules.ts'
import type { SymbolText } from '../in-page/self-contained/read-symbols.ts'
import type { SelfContained } from '../in-page/self-contained/read-self-contained.ts'
import type { FrameTexts } from './read-frames.ts'
import type { PageFiles } from './page-files.ts'
import type { DocumentKind, Placeholder, SymbolFile } from './placeholders.ts'

interface FillContext {
  texts: FrameTexts
  files: PageFiles
  selectors: SelectorChanges
  /** Returns the drawings of an SVG file as markup; undefined for a file that is none. */
  readSymbols: (file: SymbolText) => Promise<string | undefined>
  /** Writes rules, with the text of their file where the browser leaves out their values; undefined when it cannot. */
  restoreRules: (given: RulesOfFile) => Promise<string | undefined>
  /** Optional; ends the work, which rejects then. */
  signal?: AbortSignal
}

type Chunks = AsyncGenerator<string, void>

const TYPES: Record<DocumentKind, string> = {
  html: 'text/html',
  quirks: 'text/html',
  svg: 'image/svg+xml',
}

/** Writes a document with the files and frames that it refers to. */
export async function* fillPlaceholders(document: SelfContained, context: FillContext): Chunks {
  for (const [index, piece] of document.text.split('\0').entries())
    if (index % 2 === 0) yield piece
    else yield* fill(JSON.parse(piece) as Placeholder, context)
}

/** Writes a document as an address of its own. */
export async function* dataAddressOf(document: SelfContained, context: FillContext): Chunks {
  yield `data:${TYPES[document.kind]};charset=utf-8;base64,`
  const { files } = context
  const get: PageFiles['get'] = (address, layers = 0) => files.get(address, layers + 1)
  yield* encodeBase64(bytesOf(fillPlaceholders(document, { ...context, files: { ...files, get } })))
}

async function* bytesOf(chunks: Chunks): AsyncGenerator<Buffer, void> {
  for await (const chunk of chunks) yield Buffer.from(chunk)
}

type Kind = Placeholder['kind']
type Of<Name extends Kind> = Extract<Placeholder, { kind: Name }>

const FILLERS: { [Name in Kind]: (placeholder: Of<Name>, context: FillContext) => Chunks } = {
  file: fillFile,
  css: fillCss,
  sheet: fillSheet,
  rules: fillRules,
  frame: fillFrame,
  symbols: fillSymbols,
}

function fill(placeholder: Placeholder, context: FillContext): Chunks {
  const filler = FILLERS[placeholder.kind] as (placeholder: Placeholder, context: FillContext) => Chunks
  return filler(placeholder, context)
}

async function* fillFile({ file }: Of<'file'>, { files }: FillContext): Chunks {
  const asset = await files.get(file)
  if (!asset) files.lose(file)
  yield asset ? toDataAddress(asset) + escapeAttribute(fragmentOf(file)) : escapeAttribute(file)
}

async function* fillCss({ css, base, within }: Of<'css'>, context: FillContext): Chunks {
  yield* writeCss(await cssOf(css, base, context), within, context)
}

async function* fillSheet(
  { sheet, hasRules, attributes, namespace, within }: Of<'sheet'>,
  context: FillContext,
): Chunks {
  const asset = await context.files.get(sheet)
  if (!asset) {
    context.files.lose(sheet)
    const [own, end] = within === 'xml' ? [' xmlns="http://www.w3.org/1999/xhtml"', '/'] : ['', '']
    return yield `<link${own} rel="stylesheet" href="${escapeAttribute(sheet)}"${attributes}${end}>`
  }
  const isApplied = hasRules ?? /^(?:text\/css|$)/i.test(asset.contentType ?? '')
  const css = isApplied ? await cssOf(decodeCss(asset), asset.address ?? sheet, context) : ''
  yield `<style${namespace}${attributes}>`
  yield* writeCss(css, within, context)
  yield '</style>'
}

async function* fillRules({ rules, file, base, within }: Of<'rules'>, context: FillContext): Chunks {
  const isIncomplete = rules.some((rule) => rule.includes(': ;'))
  const asset = isIncomplete ? await context.files.get(file) : undefined
  const css = asset && (await context.restoreRules({ rules, file: decodeCss(asset) }))
  yield* writeCss(await cssOf(css ?? rules.join('\n'), base, context), within, context)
}

async function* fillSymbols({ symbols }: Of<'symbols'>, context: FillContext): Chunks {
  for (const each of symbols) yield await symbolsOf(each, context)
}

async function* fillFrame(
  { frame, address, attribute, hasSrcdoc }: Of<'frame'>,
  context: FillContext,
): Chunks {
  const document = frame === undefined ? undefined : context.texts.inner.get(frame)
  if (!document) {
    if (!address) return
    const asset: Asset | undefined = await context.files.get(address)
    const isPicture = asset?.contentType?.startsWith('image/') === true
    if (!isPicture) context.files.lose(address)
    yield ` ${attribute}="${isPicture ? toDataAddress(asset) : escapeAttribute(address)}"`
  } else if (hasSrcdoc && document.kind === 'html') {
    yield ' srcdoc="'
    for await (const chunk of fillPlaceholders(document, context)) yield escapeAttribute(chunk)
    yield '"'
  } else {
    yield ` ${attribute}="`
    yield* dataAddressOf(document, context)
    yield '"'
  }
}

async function symbolsOf(
  { address, ...file }: SymbolFile,
  { files, readSymbols }: FillContext,
): Promise<string> {
  const asset = await files.get(address)
  const markup = asset && (await readSymbols({ svg: asset.body.toString(), ...file }))
  if (markup === undefined) files.lose(address)
  return markup ?? ''
}

function cssOf(css: string, base: string, { files, selectors, signal }: FillContext): Promise<string> {
  return inlineCss(css, base, { ...files, selectors, signal })
}

async function* writeCss(css: string, within: Of<'css'>['within'], { signal }: FillContext): Chunks {
  if (within === 'style') yield* encloseCss(css, signal)
  else yield escapeMarkup(css)
}

/** Blanks replace the characters that XML forbids, such as the form feed of CSS. */
function escapeMarkup(text: string): string {
  const clean = text.replaceAll(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ' ')
  return escapeAttribute(clean).replaceAll('>', '&gt;')
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

function fragmentOf(address: string): string {
  return URL.parse(address)?.hash ?? ''
}
