/** One of the two things that are measured: it renders one address to PNG and says where the picture is. */
export interface Subject extends AsyncDisposable {
  name: string
  /** Roots of the process trees whose work counts as the subject's. */
  pids(): number[]
  render(url: string, shot?: Shot): Promise<void>
  /** The picture itself, to compare both subjects. */
  picture(url: string, shot?: Shot): Promise<Uint8Array>
}

export interface Shot {
  /** The whole page instead of the viewport. */
  isWhole?: boolean
}
