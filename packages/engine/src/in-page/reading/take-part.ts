declare const keptText: string

/** Returns a part of the text that `keepText` keeps. It may be one shorter, so that no character is cut in two. */
export function takePart({ start, partLength }: { start: number; partLength: number }): string {
  const end = start + partLength
  const isCut = (keptText.codePointAt(end - 1) ?? 0) > 0xffff
  return keptText.slice(start, isCut ? end - 1 : end)
}
