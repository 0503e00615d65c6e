// Serialised into the page: no imports, no closures.
import type { High } from './find-high.ts'
import type { PageWindow } from './dom.ts'

declare const window: PageWindow

/** Gives elements the heights that they had, or with `always` shall keep, but none that their content overflows. */
export function pinHigh({ high, always }: { high: High[]; always: boolean }): void {
  for (const { element, height } of high) {
    const { style } = element
    // What we made higher ourselves is to be so.
    if (!style || style.getPropertyPriority('height') === 'important') continue
    if (!always && parseFloat(window.getComputedStyle(element).height!) <= parseFloat(height) + 1) continue
    const before = style.cssText
    // A script that sets the height sets aside what is said of it here, but not the bounds.
    for (const name of ['height', 'min-height', 'max-height']) style.setProperty(name, height, 'important')
    if (element.scrollHeight > element.clientHeight + 1) style.cssText = before
  }
}
