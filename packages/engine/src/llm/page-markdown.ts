import { DEFAULTS, type Settings } from '@render/markdown'
import type { RenderOptions } from '@render/options'
import { sizeOf } from '@render/outputs'
import { convertInThread } from '../markdown/convert-in-thread.ts'
import type { AskContext } from './model-context.ts'

/** More than the largest budget needs. */
const MAX_BYTES = 10 * 1024 ** 2
const NO_TEXT =
  'The model got no text: the page cannot be converted to Markdown within the limits of time and memory.'

/** Converts the content of the page to the Markdown that the model gets; an empty text and a warning when that fails. */
export async function pageMarkdown(
  { page, content, signal }: AskContext,
  mode: RenderOptions['llm_md_mode'],
): Promise<string> {
  if (!content) return ''
  const request = {
    content: 'path' in content ? content.path : content.bytes,
    sizeBytes: sizeOf(content),
    settings: mode === 'Full' ? DEFAULTS : COMPACT,
    maxBytes: MAX_BYTES,
  }
  try {
    const { bytes } = await page.cpuSemaphore.run(0, () => convertInThread(request, signal), signal)
    return Buffer.from(bytes).toString()
  } catch {
    signal.throwIfAborted()
    page.warnings.push(NO_TEXT)
    return ''
  }
}

const COMPACT: Settings = {
  ...DEFAULTS,
  frontMatter: false,
  skipImages: true,
  cleanUp: { preset: 'Standard', navigation: true, forms: true },
}
