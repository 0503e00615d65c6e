import type { DomNode } from '../reading/create-dom-reader.ts'
import { dom } from './this-document.ts'

interface ScriptAnimation {
  readonly effect: {
    readonly target?: DomNode | null
    readonly pseudoElement?: string | null
    getKeyframes?(): object[]
  } | null
}

declare const CSSAnimation: new () => object
declare const CSSTransition: new () => object
type Animated = { prototype: { getAnimations(): ScriptAnimation[] } }

declare const Document: Animated
declare const ShadowRoot: Animated
declare const getComputedStyle: (element: DomNode) => { getPropertyValue(name: string): string }

const MAX_ANIMATIONS = 10_000
const NO_PROPERTY = /^(?:offset|computedOffset|easing|composite)$/

export interface Animations {
  /** Adds those of a document or a shadow tree. */
  add: (tree: DomNode) => void
  /** Returns CSS to append to the style of an element. */
  styleOf: (element: DomNode) => string
}

/** Finds what animations of scripts do to elements, as CSS: the markup does not show it. */
export function createAnimationWriter(): Animations {
  const names = new Map<DomNode, Set<string>>()
  return { add, styleOf }

  function add(tree: DomNode): void {
    const { prototype } = dom.nodeType(tree) === 11 ? ShadowRoot : Document
    for (const animation of prototype.getAnimations.call(tree).slice(0, MAX_ANIMATIONS)) {
      const { effect } = animation
      const target = effect?.target
      const isOfStyleSheet = animation instanceof CSSAnimation || animation instanceof CSSTransition
      if (isOfStyleSheet || !target || effect?.pseudoElement || !effect?.getKeyframes) continue
      const animated = names.get(target) ?? new Set()
      names.set(target, animated)
      for (const keyframe of effect.getKeyframes())
        for (const name of Object.keys(keyframe)) if (!NO_PROPERTY.test(name)) animated.add(name)
    }
  }

  function styleOf(element: DomNode): string {
    const animated = names.get(element)
    if (!animated || dom.nodeType(element) !== 1) return ''
    const computed = getComputedStyle(element)
    return [...animated]
      .map((name) => (name.startsWith('--') ? name : name.replaceAll(/[A-Z]/g, '-$&').toLowerCase()))
      .map((name) => `;${name}:${computed.getPropertyValue(name)}!important`)
      .join('')
  }
}
