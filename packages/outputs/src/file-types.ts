/** `image`: one raster picture; `document`: made of the page's content; `video`: frames over time; `data`: read by programs. */
type OutputKind = 'image' | 'document' | 'video' | 'data'

export interface FileType {
  kind: OutputKind
  contentType: string
  /** Set for types that a browser executes: they are served with `Content-Security-Policy: sandbox`. */
  isActive?: true
  /** Set for documents that are read from the page's content, without what it looks like. */
  isRead?: true
}

/** All file types that the service writes. The name of a type is also the extension of its files. */
export const fileTypes = {
  png: { kind: 'image', contentType: 'image/png' },
  jpg: { kind: 'image', contentType: 'image/jpeg' },
  webp: { kind: 'image', contentType: 'image/webp' },
  avif: { kind: 'image', contentType: 'image/avif' },
  svg: { kind: 'document', contentType: 'image/svg+xml', isActive: true },
  pdf: { kind: 'document', contentType: 'application/pdf' },
  html: { kind: 'document', contentType: 'text/html; charset=utf-8', isActive: true, isRead: true },
  mhtml: { kind: 'document', contentType: 'multipart/related', isActive: true, isRead: true },
  md: { kind: 'document', contentType: 'text/markdown; charset=utf-8', isRead: true },
  mp4: { kind: 'video', contentType: 'video/mp4' },
  webm: { kind: 'video', contentType: 'video/webm' },
  json: { kind: 'data', contentType: 'application/json; charset=utf-8' },
  xml: { kind: 'data', contentType: 'application/xml', isActive: true },
} as const satisfies Record<string, FileType>

export type FileTypeName = keyof typeof fileTypes

type NamesOfKind<Kind extends OutputKind> = {
  [Name in FileTypeName]: (typeof fileTypes)[Name]['kind'] extends Kind ? Name : never
}[FileTypeName]

export type ImageFormat = NamesOfKind<'image'>
/** A value of the option `format`, without aliases. */
export type Format = Exclude<FileTypeName, NamesOfKind<'data'>>

const names = Object.keys(fileTypes) as FileTypeName[]

/** All values of the option `format`, in the order of the table. */
export const FORMATS = names.filter((name): name is Format => fileTypes[name].kind !== 'data')
export const IMAGE_FORMATS = formatsOf('image')
export const VIDEO_FORMATS = formatsOf('video')
/** The formats that show what the page looks like. */
export const SHOWN_FORMATS: readonly Format[] = FORMATS.filter((name) => !('isRead' in fileTypes[name]))

/** The shown formats that are not videos. */
export const STILL_FORMATS = SHOWN_FORMATS.filter((name) => !isVideo(name))

export function isVideo(format: Format): boolean {
  return VIDEO_FORMATS.includes(format)
}

/** Other accepted spellings of `format`. */
export const FORMAT_ALIASES = { jpeg: 'jpg' } as const

/** The type of a file with an unknown extension. Browsers must not interpret it. */
const UNKNOWN: Omit<FileType, 'kind'> = { contentType: 'application/octet-stream', isActive: true }

/** Returns the type of a stored file by the extension of its key. */
export function fileTypeOf(key: string): Omit<FileType, 'kind'> {
  const extension = key.slice(key.lastIndexOf('.') + 1)
  return Object.hasOwn(fileTypes, extension) ? fileTypes[extension as FileTypeName] : UNKNOWN
}

function formatsOf(kind: OutputKind): readonly Format[] {
  return FORMATS.filter((name) => fileTypes[name].kind === kind)
}
