// Declares the parts of the DOM that the functions of this folder use, because the compiler knows Node's globals only.

/** The edges of a box, in CSS pixels from the corner of the viewport. */
export type Box = Record<'left' | 'top' | 'right' | 'bottom', number>

/** An element, or another node such as a text; the parent of an attribute is null, as it is of a root. */
type PageNode =
  | PageElement
  | { readonly parentElement: PageElement | null; readonly ownerElement?: PageElement | null }

export interface PageElement extends PageRoot {
  readonly localName: string
  readonly parentElement: PageElement | null
  readonly assignedSlot: PageElement | null
  readonly offsetParent: PageElement | null
  readonly shadowRoot: (PageRoot & HitTested & { readonly children: Iterable<PageElement> }) | null
  readonly childNodes: Iterable<object>
  readonly isConnected: boolean
  readonly textContent: string
  contains(element: PageElement): boolean
  getRootNode(): object & { host?: PageElement }
  readonly scrollHeight: number
  readonly clientHeight: number
  readonly scrollWidth: number
  readonly clientWidth: number
  readonly scrollTop: number
  readonly scrollLeft: number
  /** Only images and frames have it. */
  loading: string
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  scrollTo(to: { left?: number; top?: number; behavior: 'instant' }): void
  scrollIntoView(options: { block: 'start' | 'nearest'; inline: 'nearest'; behavior: 'instant' }): void
  getClientRects(): { readonly length: number }
  checkVisibility(options?: { opacityProperty: boolean; visibilityProperty: boolean }): boolean
  getBoundingClientRect(): Record<'left' | 'top' | 'right' | 'bottom' | 'width' | 'height', number>
}

/** Describes an element whose computed styles can be read with their units. */
export interface StyledElement extends PageElement {
  computedStyleMap(): { get(property: string): { toString(): string } | undefined }
}

interface PageImage extends PageElement {
  decode(): Promise<void>
}

export type PageStyle = Record<string, string> & {
  cssText: string
  getPropertyPriority(name: string): string
  setProperty(name: string, value: string, priority: 'important'): void
  removeProperty(name: string): void
}

/** Describes a document or the root of a shadow tree. */
export interface PageRoot {
  querySelector(selector: string): PageElement | null
  querySelectorAll(selector: string): Iterable<PageElement> & ArrayLike<PageElement>
}

/** Declares how a document, or the root of a shadow tree, finds the elements at a point of the viewport. */
export interface HitTested {
  elementFromPoint(x: number, y: number): PageElement | null
  elementsFromPoint(x: number, y: number): PageElement[]
}

export interface PageDocument extends PageRoot {
  readonly documentElement: PageElement
  readonly body: PageElement | null
  readonly images: Iterable<PageImage>
  readonly scrollingElement: PageElement | null
  evaluate(
    xpath: string,
    context: PageRoot,
    resolver: null,
    type: number,
  ): {
    readonly singleNodeValue: PageNode | null
    /** Only a snapshot has it. */
    readonly snapshotLength: number
    snapshotItem(index: number): PageNode | null
  }
}

export interface PageWindow {
  readonly innerWidth: number
  readonly innerHeight: number
  readonly scrollY: number
  getComputedStyle(element: PageElement): Readonly<Record<string, string>>
  requestAnimationFrame(callback: () => void): void
}
