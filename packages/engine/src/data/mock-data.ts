import { addressesOf } from '@render/metadata'
import type { RenderOptions } from '@render/options'
import { targetOf } from '../target.ts'
import { outputOfData } from './data-output.ts'
import type { Producer } from '../producer.ts'
import { reportedAddress } from '../requests/reported-address.ts'
import { metadataParts, wantsMetadata } from './wants-metadata.ts'

/** Makes the data of an empty page. */
export const mockData: Producer['mock'] = (options) =>
  Promise.resolve(outputOfData({ data: dataOf(options), files: filesOf(options) }))

function dataOf(options: RenderOptions) {
  const { save_headers, save_http_headers, save_cookies, custom_data_variable } = options
  return {
    ...(wantsMetadata(options) && { metadata: metadataOf(options) }),
    ...(save_headers && { headers: {} }),
    ...(save_http_headers && { httpHeaders: [] }),
    ...(save_cookies && { cookies: [] }),
    ...(custom_data_variable !== undefined && { customData: null }),
  }
}

function filesOf(options: RenderOptions) {
  const { save_metadata, save_resource_info, save_cookies } = options
  return {
    ...(save_metadata && { metadata: metadataOf(options) }),
    ...(save_resource_info && { resource_info: [] }),
    ...(save_cookies && { cookies: [] }),
  }
}

function metadataOf(options: RenderOptions) {
  const address = reportedAddress(targetOf(options).url?.href ?? 'about:blank')
  const isStructured = options.metadata_engine === 'Structured'
  const parts = isStructured ? ALL_PARTS : metadataParts(options)
  return {
    ...addressesOf({ urlRequested: address, urlResolved: address }),
    ...(isStructured && { document: {} }),
    ...Object.fromEntries(parts.map((part) => [part, []])),
  }
}

const ALL_PARTS = ['headers', 'links', 'images', 'structuredData', 'tables']
