import { displayedElements } from '../finding/displayed-elements.ts'
import { setStyles } from '../styling/set-styles.ts'

interface Root {
  readonly offsetWidth: number
  readonly offsetHeight: number
  readonly scrollHeight: number
  getBoundingClientRect(): { readonly left: number }
}

declare const document: { readonly documentElement: Root; readonly body: Root | null }
declare const scrollX: number
declare const innerWidth: number
declare function getComputedStyle(element: object): {
  readonly overflow: string
  readonly backgroundColor: string
  readonly backgroundImage: string
  readonly mixBlendMode: string
  getPropertyValue(name: string): string
}

/**
 * Keeps the page as wide as it is now when its sheet or its content is wider: its content, and what is placed by the edges of
 * the viewport. With `mayClip` it cuts off what is wider, where the root covers the viewport and nothing blends with what is below
 * it: the browser prints such a page without the cut. Returns whether it does.
 */
export function pinRoot({ mayClip }: { mayClip: boolean }): boolean {
  const root = document.documentElement
  const { body } = document
  const left = root.getBoundingClientRect().left + scrollX
  const covers = left <= 0 && left + root.offsetWidth >= innerWidth
  const clips =
    mayClip && covers && !displayedElements().some((each) => getComputedStyle(each).mixBlendMode !== 'normal')
  if (clips) {
    if (body) passOn(body)
    keepHeight()
  }
  setStyles(root, {
    'box-sizing': 'border-box',
    width: `${root.offsetWidth}px`,
    'min-width': '0',
    'max-width': 'none',
    'margin-left': `${left}px`,
    'margin-right': '0',
    // Both make it the containing block of elements with a fixed or absolute position.
    ...(clips ? { contain: 'paint' } : { transform: 'translate(0)' }),
  })
  return clips

  /** Copies to the root the styles that the viewport takes from the body, unless the root sets them: a contained root stops that. */
  function passOn(from: Root): void {
    const own = getComputedStyle(root)
    const styles = getComputedStyle(from)
    if (own.overflow === 'visible') setStyles(from, { overflow: 'visible' })
    if (own.backgroundImage !== 'none' || !/^rgba\(.*, 0\)$/.test(own.backgroundColor)) return
    const parts = ['color', 'image', 'position', 'size', 'repeat', 'attachment', 'origin', 'clip']
    const names = parts.map((part) => `background-${part}`)
    setStyles(root, Object.fromEntries(names.map((name) => [name, styles.getPropertyValue(name)])))
    setStyles(from, { background: 'none' })
  }

  /** Lets a root of a fixed height reach down to the end of its content, but nothing in it grow. */
  function keepHeight(): void {
    const { scrollHeight } = root
    if (root.offsetHeight >= scrollHeight) return
    const height = `${body?.offsetHeight}px`
    if (body)
      setStyles(body, { 'box-sizing': 'border-box', height, 'min-height': height, 'max-height': height })
    setStyles(root, { 'min-height': `${scrollHeight}px`, 'max-height': 'none' })
  }
}
