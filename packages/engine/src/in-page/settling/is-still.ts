import { runsCode } from '../finding/runs-code.ts'

/** The window of our isolated world. */
interface Still {
  getComputedStyle(element: unknown): { contentVisibility: string }
  readonly document: {
    fonts: { size: number }
    documentElement: { getBoundingClientRect(): unknown } | null
    querySelectorAll(selector: string): Iterable<unknown> & { length: number }
    querySelector(selector: string): unknown
  }
}

/**
 * Returns whether a page does nothing more by itself once it is loaded and laid out: it has no code, and nothing that is
 * loaded only when it is painted. It is laid out here only when that may load something, because a document or a print needs
 * no layout for the screen. Large pages count as not still, because the answer would take long.
 */
export function isStill(): boolean {
  const MAX_ELEMENTS = 500

  const realm = globalThis as unknown as Still
  const { document } = realm
  const elements = document.querySelectorAll('*')
  if (elements.length > MAX_ELEMENTS || document.querySelector('[loading=lazy]') || runsCode()) return false
  for (const element of elements)
    if (
      (element as { shadowRoot: unknown }).shadowRoot ||
      realm.getComputedStyle(element).contentVisibility !== 'visible'
    )
      return false
  // Fonts and plug-ins load when they are laid out.
  if (document.fonts.size > 0 || document.querySelector('object, embed'))
    document.documentElement?.getBoundingClientRect()
  return true
}
