// Serialised into the page: no imports, no closures.

interface Animation {
  readonly effect: { getComputedTiming(): { endTime?: unknown } } | null
  finish(): void
  cancel(): void
}
interface Root {
  getAnimations(): Animation[]
  querySelectorAll(selector: string): Iterable<{ shadowRoot: Root | null }>
}
declare const document: Root

/** Finishes what has an end and cancels what has none: transitions, animations of style sheets and of scripts. */
export function endAnimations(): void {
  const end = (root: Root): void => {
    for (const animation of root.getAnimations()) {
      const endTime = animation.effect?.getComputedTiming().endTime
      if (typeof endTime === 'number' && Number.isFinite(endTime)) {
        // One that plays at a rate of zero cannot be finished.
        try {
          animation.finish()
        } catch {
          animation.cancel()
        }
      } else {
        animation.cancel()
      }
    }
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) end(shadowRoot)
  }
  end(document)
}
