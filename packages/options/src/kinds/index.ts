// The kinds of option values: their coercion from the sent form, and their JSON Schema.
export { flag, flagOrText, flagOrWord, strictFlag } from './flags.ts'
export { jsonSchema } from './json-schema.ts'
export { list } from './lists.ts'
export { int, length, number, numberOrText } from './numbers.ts'
export {
  needing,
  onlyFor,
  readAs,
  type AddressTarget,
  type Option,
  type Reading,
  type Schema,
  type SecretReader,
  type ValueOf,
} from './option.ts'
export { patches, shape, shapes } from './shapes.ts'
export { colour, numericText, text, timeZone, withoutOuterBlanks } from './texts.ts'
export { oneOf } from './words.ts'
