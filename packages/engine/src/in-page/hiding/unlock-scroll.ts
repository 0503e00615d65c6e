import type { PageElement, PageStyle, PageWindow } from '../dom.ts'

declare const window: PageWindow
declare const document: Record<'documentElement' | 'body', (PageElement & { style?: PageStyle }) | null>

/**
 * Makes a page scrollable again that an overlay had locked; `mayUnlock` is asked only about a page that is locked. Returns
 * whether it did so: the lock may have moved the page to its top.
 */
export function unlockScroll(mayUnlock: () => boolean = () => true): boolean {
  const locked = [document.documentElement, document.body].flatMap((element) => {
    if (!element?.style) return []
    const { overflowY, position } = window.getComputedStyle(element)
    const isHidden = overflowY === 'hidden' || overflowY === 'clip'
    const isFixed = position === 'fixed'
    return isHidden || isFixed ? [{ element, style: element.style, isHidden, isFixed }] : []
  })
  if (locked.length === 0 || !mayUnlock()) return false
  for (const { element, style, isHidden, isFixed } of locked) {
    if (isHidden) style.setProperty('overflow', 'visible', 'important')
    if (!isFixed) continue
    const { height } = element.getBoundingClientRect()
    style.setProperty('position', 'static', 'important')
    // Elements inside may have a share of this height.
    if (height === window.innerHeight) style.setProperty('height', `${height}px`, 'important')
  }
  return true
}
