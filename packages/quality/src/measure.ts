/** A figure of ours beside that of a library. */
export interface Figure {
  name: string
  ours: number
  peer: { name: string; value: number }
  /** The least that ours may be, beside the peer's. */
  target?: number
  /** The worst cases, which say where to look. */
  worst: string[]
}

export interface Settings {
  /** A folder with real pages and their texts. */
  pages?: string
}

export type Measure = (settings: Settings) => Promise<Figure[]>

/** Returns whether a figure is what it has to be. */
export function isReached({ ours, peer, target = 0 }: Figure): boolean {
  return ours >= peer.value && ours >= target
}
