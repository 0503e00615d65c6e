// How data is read from a page, for the result itself or for files beside the main output.
import { startData } from '../data/data-context.ts'
import { outputOfData } from '../data/data-output.ts'
import { mockData } from '../data/mock-data.ts'
import { producer } from '../producer.ts'
import { listResources } from '../stages/read/list-resources.ts'
import { readCookies } from '../stages/read/read-cookies.ts'
import { readCustomData } from '../stages/read/read-custom-data.ts'
import { readHeaders } from '../stages/read/read-headers.ts'
import { readMetadata } from '../stages/read/read-metadata.ts'

export const dataProducer = producer({
  start: startData,
  onPage: [readCustomData, readMetadata, readHeaders, readCookies, listResources],
  afterPage: [],
  outputs: outputOfData,
  mock: mockData,
})
