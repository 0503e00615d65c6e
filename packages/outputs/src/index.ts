export { openBody, readBody, sizeOf, type Body, type FileBody } from './body.ts'
export { isCertificateOf, startCertificate, type Certificate } from './certificate.ts'
export { encodeBase64 } from './encode-base64.ts'
export { eventPart, MAX_EVENT_BYTES, shorterAndShorter, writeEvent } from './event-part.ts'
export {
  fileTypeOf,
  fileTypes,
  FORMAT_ALIASES,
  FORMATS,
  isVideo,
  IMAGE_FORMATS,
  SHOWN_FORMATS,
  STILL_FORMATS,
  VIDEO_FORMATS,
  type FileType,
  type FileTypeName,
  type Format,
  type ImageFormat,
} from './file-types.ts'
export {
  locate,
  storedKeyOf,
  storedKeys,
  type Diagnostics,
  type EngineReport,
  type FailedRequest,
  type Failure,
  type Finished,
  type RenderOutcome,
  type SentFile,
  type SideFile,
  type StoredFile,
  type UploadedFile,
  type VideoReport,
} from './outcome.ts'
export type { Facts, MainOutput, SideOutput, Upload } from './output.ts'
export { OMITTED_FIRST, type Cookie, type Hop, type PageData } from './page-data.ts'
export { withoutPrivate } from './private-outcome.ts'
export { laterError, publicResult, warningsOf, type PublicResult } from './public-result.ts'
export { sideFileLists, sideFiles, type SideFacts, type SideFileName } from './side-files.ts'
export { frameResults, type FrameResult, type SliceResult, type ThumbnailResult } from './side-results.ts'
