import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Body } from '@render/outputs'
import { keepText, type KeptText } from '../in-page/reading/keep-text.ts'
import { takePart } from '../in-page/reading/take-part.ts'
import type { PageContext } from '../page-context.ts'
import { callInPage } from '../protocol/call-in-page.ts'
import { evaluateAcrossNavigation } from '../protocol/evaluate-across-navigation.ts'
import { DocumentTooLarge, requireDocumentSize } from './require-document-size.ts'

/** UTF-16 units of a message. */
export const PART_LENGTH = 1024 ** 2

/**
 * Reads a text that a function makes in the page, as UTF-8; a long one goes to a file of the scratch folder. Returns
 * 'invalid' when the function does.
 * @throws {RenderError} `EngineResponseNotOkError` for more than 50 MB.
 */
export async function readText<Given, Made extends { text: string }>(
  ctx: PageContext,
  file: string,
  make: (of: Given) => Made | 'invalid',
  of: Given,
): Promise<{ body: Body; facts: KeptText<Made> } | 'invalid'> {
  const readOnce = async () => {
    const given = { of, partLength: PART_LENGTH }
    const kept = await callInPage(ctx.tab, keepText<Given, Made>, given, make)
    // A text that the browser cannot hold makes the function fail.
    if (kept === undefined) throw new DocumentTooLarge()
    if (kept === 'invalid') return kept
    requireDocumentSize(kept.length)
    const body = await bodyOf(ctx, file, kept)
    return body && { facts: kept, body }
  }
  for (;;) {
    const read = await evaluateAcrossNavigation(ctx, readOnce)
    if (read) return read
  }
}

/** Returns undefined when another document replaces the one of the text. */
async function bodyOf(
  { tab, scratch }: PageContext,
  file: string,
  { part, length }: KeptText<{ text: string }>,
): Promise<Body | undefined> {
  if (part.length === length) return { bytes: Buffer.from(part) }
  let isReplaced = false
  await pipeline(parts, createWriteStream(await scratch.file(file)))
  return isReplaced ? undefined : scratch.take(file)

  async function* parts(): AsyncGenerator<Buffer> {
    let bytes = 0
    let text: string | undefined = part
    for (let start = 0; start < length && text;) {
      const buffer = Buffer.from(text)
      bytes += buffer.length
      requireDocumentSize(bytes)
      yield buffer
      start += text.length
      if (start < length) text = await callInPage(tab, takePart, { start, partLength: PART_LENGTH })
    }
    isReplaced = !text
  }
}
