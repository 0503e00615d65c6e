export {
  addressesOf,
  readMetadata,
  type Metadata,
  type MetadataRequest,
  type Part,
  type ReadMetadata,
} from './read-metadata.ts'
