// The function here is serialised into the page, so it cannot import values or use closures.
import type { Dom, DomNode } from './create-dom-reader.ts'

interface ScriptAnimation {
  readonly effect: {
    readonly target?: DomNode | null
    readonly pseudoElement?: string | null
    getKeyframes?(): object[]
  } | null
}

declare const CSSAnimation: new () => object
declare const CSSTransition: new () => object
declare const Document: { prototype: { getAnimations(): ScriptAnimation[] } }
declare const document: DomNode
declare const getComputedStyle: (element: DomNode) => { getPropertyValue(name: string): string }

/** Finds what animations of scripts do to elements, as CSS: the markup does not show it. */
export function createAnimationWriter(dom: Dom): (element: DomNode) => string {
  const MAX_ANIMATIONS = 10_000
  const NO_PROPERTY = /^(?:offset|computedOffset|easing|composite)$/
  const names = new Map<DomNode, Set<string>>()
  const all = Document.prototype.getAnimations.call(document)
  for (const animation of all.slice(0, MAX_ANIMATIONS)) {
    const { effect } = animation
    const target = effect?.target
    const isOfStyleSheet = animation instanceof CSSAnimation || animation instanceof CSSTransition
    if (isOfStyleSheet || !target || effect?.pseudoElement || !effect?.getKeyframes) continue
    const animated = names.get(target) ?? new Set()
    names.set(target, animated)
    for (const keyframe of effect.getKeyframes())
      for (const name of Object.keys(keyframe)) if (!NO_PROPERTY.test(name)) animated.add(name)
  }
  return (element) => {
    const animated = names.get(element)
    if (!animated || dom.nodeType(element) !== 1) return ''
    const computed = getComputedStyle(element)
    return [...animated]
      .map((name) => (name.startsWith('--') ? name : name.replaceAll(/[A-Z]/g, '-$&').toLowerCase()))
      .map((name) => `;${name}:${computed.getPropertyValue(name)}!important`)
      .join('')
  }
}
