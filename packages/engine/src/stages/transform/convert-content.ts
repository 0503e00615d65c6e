import { RenderError } from '@render/errors'
import { convertInThread } from '../../markdown/convert-in-thread.ts'
import { MARKDOWN_OPTIONS, settingsOf } from '../../markdown/settings-of.ts'
import { finishMarkdownStage } from '../../stage.ts'

const MEGABYTE = 1024 ** 2
const MAX_BYTES = 10 * MEGABYTE

/** Converts the content of the page to Markdown. A file beside another output is left out when that fails. */
export const convertContent = finishMarkdownStage({
  name: 'convert-content',
  phase: 'transform',
  owns: MARKDOWN_OPTIONS,
  borrows: ['format'],
  async run(ctx, { format, ...options }) {
    const { signal, cpuSemaphore, warnings } = ctx.page
    const content = 'path' in ctx.content! ? ctx.content.path : ctx.content!.bytes
    const sizeBytes = 'path' in ctx.content! ? ctx.content.sizeBytes : ctx.content!.bytes.length
    const request = { content, sizeBytes, settings: settingsOf(options), maxBytes: MAX_BYTES }
    try {
      const { bytes, isCut, notes } = await cpuSemaphore.run(
        0,
        () => convertInThread(request, signal),
        signal,
      )
      ctx.body = { bytes: Buffer.from(bytes) }
      if (isCut || ctx.isCut)
        warnings.push(
          `The Markdown of the page was cut at ${MAX_BYTES / MEGABYTE} MB or less: the page is larger.`,
        )
      if (options.md_debug)
        for (const note of [...notes, `wrote ${bytes.length} bytes`]) warnings.push(`Markdown: ${note}.`)
    } catch {
      signal.throwIfAborted()
      const message = 'The page cannot be converted to Markdown within the limits of time and memory.'
      if (format === 'md') throw new RenderError('EngineResponseNotOkError', { message })
      warnings.push(`"save_markdown" made no file: ${message}`)
    }
  },
})
