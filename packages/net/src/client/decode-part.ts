/** Decodes a part of a URL; text with a malformed escape is returned as it is. */
export function decodePart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
