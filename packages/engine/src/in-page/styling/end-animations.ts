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

/** Finishes transitions and animations, of style sheets and of scripts, that have an end, and cancels the others. */
export function endAnimations(): void {
  const end = (root: Root): void => {
    for (const animation of root.getAnimations()) {
      const endTime = animation.effect?.getComputedTiming().endTime
      if (typeof endTime === 'number' && Number.isFinite(endTime)) {
        // The browser cannot finish an animation with a playback rate of zero.
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
