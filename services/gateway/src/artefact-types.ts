export interface ArtefactType {
  contentType: string
  /** Whether a browser would run what the file holds: such files are opened without scripts and without an origin. */
  isActive?: boolean
}

const types: Record<string, ArtefactType> = {
  png: { contentType: 'image/png' },
  jpg: { contentType: 'image/jpeg' },
  webp: { contentType: 'image/webp' },
  avif: { contentType: 'image/avif' },
  svg: { contentType: 'image/svg+xml', isActive: true },
  pdf: { contentType: 'application/pdf' },
  mp4: { contentType: 'video/mp4' },
  webm: { contentType: 'video/webm' },
  html: { contentType: 'text/html; charset=utf-8', isActive: true },
  mhtml: { contentType: 'multipart/related', isActive: true },
  xml: { contentType: 'application/xml', isActive: true },
  md: { contentType: 'text/markdown; charset=utf-8' },
  json: { contentType: 'application/json; charset=utf-8' },
}

/** What a file is, by the ending of its key. */
export function artefactType(key: string): ArtefactType {
  const ending = key.slice(key.lastIndexOf('.') + 1)
  return types[ending] ?? { contentType: 'application/octet-stream', isActive: true }
}
