/** A measured implementation: renders a URL, to PNG by default. */
export interface Subject extends AsyncDisposable {
  name: string
  /** Roots of the process trees that belong to the subject. */
  pids(): number[]
  render(url: string, shot?: Shot): Promise<void>
  /** Renders and returns the picture, to compare both subjects. */
  picture(url: string, shot?: Shot): Promise<Uint8Array>
}

export interface Shot {
  /** Captures the whole page instead of the viewport. */
  isWhole?: boolean
  /** Makes a document instead of a picture. */
  document?: 'pdf' | 'html'
}
