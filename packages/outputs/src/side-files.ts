import type { FileTypeName } from './file-types.ts'

interface SideFileRow {
  /** The option that asks for the file. */
  option: string
  type: FileTypeName
  /** The suffix of its file name, between the name of the main file and the dot. */
  suffix: string
  /** The member of the result that holds its address. */
  result: string
  /** The option with a presigned URL to upload it to, if there is one. */
  uploadOption?: string
}

/** Files of which a render makes at most one each, beside its main output. */
export const sideFiles = {
  html: {
    option: 'save_html',
    type: 'html',
    suffix: '',
    result: 'htmlUrl',
    uploadOption: 's3_presigned_url_html',
  },
  mhtml: {
    option: 'save_mhtml',
    type: 'mhtml',
    suffix: '',
    result: 'mhtmlUrl',
    uploadOption: 's3_presigned_url_mhtml',
  },
  markdown: {
    option: 'save_markdown',
    type: 'md',
    suffix: '',
    result: 'markdownUrl',
    uploadOption: 's3_presigned_url_markdown',
  },
  metadata: {
    option: 'save_metadata',
    type: 'json',
    suffix: '',
    result: 'metadataUrl',
    uploadOption: 's3_presigned_url_metadata',
  },
  resource_info: {
    option: 'save_resource_info',
    type: 'json',
    suffix: '-resources',
    result: 'resourceInfoUrl',
    uploadOption: 's3_presigned_url_resource_info',
  },
  cookies: { option: 'save_cookies', type: 'json', suffix: '-cookies', result: 'cookiesUrl' },
} as const satisfies Record<string, SideFileRow>

export type SideFileName = keyof typeof sideFiles

/** Files of which a render can make several, by the option that asks for them. Each has facts of its own. */
export const sideFileLists = {
  thumbnail: { option: 'thumbnails' },
  slice: { option: 'full_page_slices' },
  frame: { option: 'debug_video' },
} as const

/** The description of a side file without its bytes: its kind, and the facts of that kind for the result. */
export type SideFacts = { kind: SideFileName } | ThumbnailFacts | SliceFacts | FrameFacts

interface ThumbnailFacts {
  kind: 'thumbnail'
  /** Its name in the result. */
  key: string
  /** Pixels. */
  width: number
  height: number
}

interface SliceFacts {
  kind: 'slice'
  /** From 0 at the top. */
  index: number
  /** Pixels of the picture above the slice. */
  offsetY: number
  width: number
  height: number
}

interface FrameFacts {
  kind: 'frame'
  /** From 0 at the start of the video. */
  frame: number
}
