import { decodeCss, inlineCss, toDataAddress } from '../../inlining/inline-css.ts'
import type { TemplatePart } from '../../in-page/printing/read-template.ts'
import type { TemplateFiles } from './template-files.ts'

/** Puts the files that a part of a template refers to into it. Returns null when there is nothing to show. */
export async function fillPart({ kind, text }: TemplatePart, files: TemplateFiles): Promise<string | null> {
  if (kind === 'css') return inlineCss(text, undefined, files)
  if (/^\s*data:/i.test(text) && kind === 'file') return text
  const address = URL.parse(text)?.href
  const file = address === undefined ? undefined : await files.get(address)
  if (!file) {
    files.missing(text)
    return null
  }
  return kind === 'file' ? toDataAddress(file) : inlineCss(decodeCss(file), address, files)
}
