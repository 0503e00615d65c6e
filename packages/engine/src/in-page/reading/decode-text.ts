declare const document: {
  readonly characterSet: string
  querySelector(selector: string): { textContent: string } | null
}

/**
 * Decodes the text that the browser shows for a file without a charset, which it takes for windows-1252, by its XML
 * declaration or else as UTF-8. Text that is not valid so stays.
 */
export function decodeText(): void {
  const MAX_LENGTH = 10_000_000
  const shown = document.characterSet === 'windows-1252' ? document.querySelector('body > pre') : null
  const text = shown?.textContent ?? ''
  if (text.length > MAX_LENGTH || !/[^\0-\x7F]/.test(text)) return
  const all = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  const byteOf = new Map(Array.from(all, (char, byte) => [char.charCodeAt(0), byte]))
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) {
    const byte = byteOf.get(text.charCodeAt(at))
    if (byte === undefined) return
    bytes[at] = byte
  }
  const encoding = /^<\?xml [^>]*\bencoding=["']([\w-]+)/.exec(text)?.[1] ?? 'utf-8'
  try {
    shown!.textContent = new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    // The text is in another encoding.
  }
}
