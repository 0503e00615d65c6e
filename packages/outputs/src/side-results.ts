import { locate, type RenderOutcome } from './outcome.ts'
import { sideFiles, type SideFileName } from './side-files.ts'

type AddressMember = (typeof sideFiles)[SideFileName]['result']

/** The members of a result that name side files. */
export interface SideResults extends Partial<Record<AddressMember, string>> {
  /** An object by key when `thumbnails_object` is set. */
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

export interface FrameResult {
  /** Its number, from 0. */
  frame: number
  url: string
}

/** Describes the frames that were kept of a video; `artefactUrl` is the configured base address of stored files. */
export function frameResults(
  { files = [], deleted }: Pick<RenderOutcome, 'files' | 'deleted'>,
  artefactUrl: string,
): FrameResult[] {
  if (deleted) return []
  return files
    .filter((file) => file.kind === 'frame')
    .map((side) => ({ frame: side.frame, url: locate(side.file, (key) => addressOfKey(artefactUrl, key)) }))
}

/** Describes side files to callers; `addressOf` gives the address of a stored file. */
export function sideResults(
  { files = [], thumbnails_object }: Pick<RenderOutcome, 'files' | 'thumbnails_object'>,
  addressOf: (key: string) => string,
): SideResults {
  const thumbnails = files
    .filter((file) => file.kind === 'thumbnail')
    .map((file) => ({
      key: file.key,
      location: locate(file.file, addressOf),
      width: file.width,
      height: file.height,
    }))
  const slices = files
    .filter((file) => file.kind === 'slice')
    .map((file) => ({
      index: file.index,
      offsetY: file.offsetY,
      width: file.width,
      height: file.height,
      url: locate(file.file, addressOf),
    }))
  const addresses = files.flatMap((file) =>
    Object.hasOwn(sideFiles, file.kind)
      ? [[sideFiles[file.kind as SideFileName].result, locate(file.file, addressOf)]]
      : [],
  )
  return {
    ...(thumbnails.length > 0 && { thumbnails: thumbnails_object ? byKey(thumbnails) : thumbnails }),
    ...(slices.length > 0 && { slices }),
    ...Object.fromEntries(addresses),
  }
}

/** Returns the address of a stored file. */
export function addressOfKey(artefactUrl: string, key: string): string {
  return `${artefactUrl}/renders/${key}`
}

function byKey(thumbnails: ThumbnailResult[]): Record<string, Omit<ThumbnailResult, 'key'>> {
  return Object.fromEntries(thumbnails.map(({ key, ...thumbnail }) => [key, thumbnail]))
}
