import { encodeBase64 } from '@render/outputs'
import { decodeCss, inlineCss, toDataAddress, type Asset } from '../inlining/inline-css.ts'
import { encloseCss } from '../inlining/enclose-css.ts'
import type { SelfContained } from '../in-page/self-contained/read-self-contained.ts'
import type { FrameTexts } from './read-frames.ts'
import type { PageFiles } from './page-files.ts'
import type { DocumentKind, Slot, SymbolFile } from './slots.ts'

interface FillContext {
  texts: FrameTexts
  files: PageFiles
  /** Returns the drawings of an SVG file as markup; undefined for a file that is none. */
  readSymbols: (svg: string, prefix: string) => Promise<string | undefined>
}

type Chunks = AsyncGenerator<string, void>

const TYPES: Record<DocumentKind, string> = {
  html: 'text/html',
  quirks: 'text/html',
  svg: 'image/svg+xml',
}

/** Writes a document with the files and frames that it refers to. */
export async function* fillSlots(document: SelfContained, context: FillContext): Chunks {
  for (const [index, piece] of document.text.split('\0').entries())
    if (index % 2 === 0) yield piece
    else yield* fill(JSON.parse(piece) as Slot, context)
}

/** Writes a document as an address of its own. */
export async function* dataAddressOf(document: SelfContained, context: FillContext): Chunks {
  yield `data:${TYPES[document.kind]};charset=utf-8;base64,`
  yield* encodeBase64(bytesOf(fillSlots(document, context)))
}

async function* bytesOf(chunks: Chunks): AsyncGenerator<Buffer, void> {
  for await (const chunk of chunks) yield Buffer.from(chunk)
}

async function* fill(slot: Slot, context: FillContext): Chunks {
  const { files } = context
  if ('frame' in slot || 'hasSrcdoc' in slot) yield* fillFrame(slot, context)
  else if ('symbols' in slot) for (const each of slot.symbols) yield await symbolsOf(each, context)
  else if ('css' in slot) yield ESCAPES[slot.within](await cssOf(slot.css, slot.base, files))
  else if ('sheet' in slot) {
    const asset = await files.get(slot.sheet)
    if (!asset) files.lose(slot.sheet)
    yield asset
      ? `<style${slot.attributes}>${ESCAPES[slot.within](await cssOf(decodeCss(asset), asset.address ?? slot.sheet, files))}</style>`
      : `<link rel="stylesheet" href="${escapeAttribute(slot.sheet)}"${slot.attributes}>`
  } else {
    const asset = await files.get(slot.file)
    if (!asset) files.lose(slot.file)
    yield asset ? toDataAddress(asset) + escapeAttribute(fragmentOf(slot.file)) : escapeAttribute(slot.file)
  }
}

async function* fillFrame(
  { frame, address, attribute, hasSrcdoc }: Extract<Slot, { hasSrcdoc: boolean }>,
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
    for await (const chunk of fillSlots(document, context)) yield escapeAttribute(chunk)
    yield '"'
  } else {
    yield ` ${attribute}="`
    yield* dataAddressOf(document, context)
    yield '"'
  }
}

async function symbolsOf(
  { address, prefix }: SymbolFile,
  { files, readSymbols }: FillContext,
): Promise<string> {
  const asset = await files.get(address)
  const markup = asset && (await readSymbols(asset.body.toString(), prefix))
  if (markup === undefined) files.lose(address)
  return markup ?? ''
}

/** No element is defined without scripts, so those that were not are marked instead. */
function cssOf(css: string, base: string, files: PageFiles): Promise<string> {
  return inlineCss(css.replaceAll(/:defined\b/gi, ':not([data-not-defined])'), base, files)
}

const ESCAPES = {
  style: encloseCss,
  attribute: escapeAttribute,
  xml: escapeAttribute,
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

function fragmentOf(address: string): string {
  return URL.parse(address)?.hash ?? ''
}
