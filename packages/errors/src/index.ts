export { codes, isErrorCode, type CodeEntry, type ErrorCode } from './codes.ts'
export {
  parsePlainError,
  RenderError,
  type ErrorDetail,
  type PlainError,
  type RenderErrorOptions,
} from './render-error.ts'
