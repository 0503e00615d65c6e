/** One of the two things that are measured: it renders one address to PNG and says where the picture is. */
export interface Subject extends AsyncDisposable {
  name: string
  /** Roots of the process trees whose work counts as the subject's. */
  pids(): number[]
  render(url: string): Promise<void>
  /** The picture itself, to compare both subjects. */
  picture(url: string): Promise<Uint8Array>
}
