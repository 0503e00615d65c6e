/** Kills renderers, and recognises the page crashes that this causes. */
export interface RendererKills {
  /** Kills a renderer; `takeKill` returns true for the next crash of a page. */
  readonly kill: (pid: number) => void
  /** Returns whether the crash of a page is that of a killed renderer. Each kill explains one crash. */
  readonly takeKill: () => boolean
}

/** A kill explains no crash after this time: the renderer was not that of a page, or its page had been closed. */
const EXPLAINS_MS = 30_000

/** Nothing reports which process a page has, so a crash is matched with a kill by the time. */
export function createRendererKills(): RendererKills {
  let kills: number[] = []
  return {
    kill(pid) {
      kills.push(performance.now())
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has just ended by itself.
      }
    },
    takeKill() {
      kills = kills.filter((at) => performance.now() - at < EXPLAINS_MS)
      return kills.shift() !== undefined
    },
  }
}
