import type { RenderOutcome, SideFile } from './payloads.ts'

/** What callers see of the files made beside the artefact. */
export interface SideResults {
  /** By key when `thumbnails_object` is set. */
  thumbnails?: ThumbnailResult[] | Record<string, Omit<ThumbnailResult, 'key'>>
  slices?: SliceResult[]
}

export interface ThumbnailResult {
  key: string
  location: string
  width: number
  height: number
}

export interface SliceResult {
  index: number
  offsetY: number
  width: number
  height: number
  url: string
}

/** `addressOf` gives the address of a file in storage. */
export function sideResults(
  { files = [], thumbnails_object }: Pick<RenderOutcome, 'files' | 'thumbnails_object'>,
  addressOf: (key: string) => string,
): SideResults {
  const whereIs = ({ file }: SideFile) => ('key' in file ? addressOf(file.key) : file.location)
  const thumbnails = files
    .filter((file) => file.kind === 'thumbnail')
    .map((file) => ({ key: file.key, location: whereIs(file), width: file.width, height: file.height }))
  const slices = files
    .filter((file) => file.kind === 'slice')
    .map((file) => ({
      index: file.index,
      offsetY: file.offsetY,
      width: file.width,
      height: file.height,
      url: whereIs(file),
    }))
  return {
    ...(thumbnails.length > 0 && { thumbnails: thumbnails_object ? byKey(thumbnails) : thumbnails }),
    ...(slices.length > 0 && { slices }),
  }
}

function byKey(thumbnails: ThumbnailResult[]): Record<string, Omit<ThumbnailResult, 'key'>> {
  return Object.fromEntries(thumbnails.map(({ key, ...thumbnail }) => [key, thumbnail]))
}

/** The keys of all files of a render that are in storage. */
export function storedKeys({ artefact, files = [] }: Pick<RenderOutcome, 'artefact' | 'files'>): string[] {
  return [artefact.key, ...files.flatMap(({ file }) => ('key' in file ? [file.key] : []))]
}
