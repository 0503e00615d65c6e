// Options that promise that this service keeps nothing.
import { sideFileLists, sideFiles } from '@render/outputs'
import { RESPONSE_TYPES_WITH_FILE } from '../groups/delivery/response.ts'
import { optionOf, type GivenOptions, type OptionName } from '../table/table.ts'
import type { Conflict } from './conflict.ts'

/** The options that make files beside the main one. */
const SIDE_OPTIONS = [...Object.values(sideFiles), ...Object.values(sideFileLists)].map(
  ({ option }) => option,
)

export const retentionConflicts: Conflict[] = [
  {
    name: 'no_upload with a response without the file',
    options: ['no_upload', 'response_type'],
    find: ({ no_upload, response_type = 'json' }) =>
      no_upload && !RESPONSE_TYPES_WITH_FILE.has(response_type)
        ? `"no_upload" needs a "response_type" of binary or base64, not ${response_type}.`
        : undefined,
  },
  {
    name: 'no_upload and a storage',
    options: ['no_upload', 'use_s3', 'use_azure', 's3_presigned_url'],
    code: 'ConflictingStorageOptionsError',
    find({ no_upload, ...values }) {
      const store = (['use_s3', 'use_azure', 's3_presigned_url'] as const).find((name) => values[name])
      return no_upload && store ? `"no_upload" and "${store}" cannot both be set.` : undefined
    },
  },
  {
    name: 'no_upload with a webhook',
    options: ['no_upload', 'webhook_url', 'skip_webhooks'],
    find: ({ no_upload, webhook_url, skip_webhooks }) =>
      no_upload && webhook_url && !skip_webhooks
        ? '"no_upload" and "webhook_url" cannot both be set, because an event could name no file: leave one out, or set "skip_webhooks".'
        : undefined,
  },
  {
    name: 'secure_mode with a file stored by the service',
    options: ['secure_mode', 'use_s3', 'use_azure', 's3_presigned_url', 'response_type'],
    find: ({ secure_mode, use_s3, use_azure, s3_presigned_url, response_type = 'json' }) =>
      secure_mode &&
      !use_s3 &&
      !use_azure &&
      !s3_presigned_url &&
      !RESPONSE_TYPES_WITH_FILE.has(response_type)
        ? '"secure_mode" needs "use_s3", "use_azure", "s3_presigned_url", or a "response_type" of binary or base64.'
        : undefined,
  },
  ...(['no_upload', 'secure_mode'] as const).map((promise): Conflict => ({
    name: `${promise} with a side file stored by the service`,
    options: [promise, ...SIDE_OPTIONS, 'format', 'use_s3', 'use_azure'],
    find(values) {
      if (!values[promise] || values.use_s3 || values.use_azure) return undefined
      const file = storedSideFile(values)
      return (
        file &&
        `"${promise}" and ${file.name} cannot both be set, because this service would keep that file: leave one out${file.orSet}.`
      )
    },
  })),
]

/** Finds a side file for which no address is set, and says how it would get one. */
function storedSideFile(values: GivenOptions): { name: string; orSet: string } | undefined {
  const { format = 'png', thumbnails = [] } = values
  const isMade = (option: OptionName) =>
    values[option] && (optionOf(option).formats?.includes(format) ?? true)
  for (const row of Object.values(sideFiles)) {
    const address = 'uploadOption' in row ? row.uploadOption : undefined
    if (!isMade(row.option) || (address && values[address])) continue
    return { name: `"${row.option}"`, orSet: address ? `, or set "${address}"` : '' }
  }
  const at = isMade('thumbnails') ? thumbnails.findIndex(({ presigned_url }) => !presigned_url) : -1
  if (at >= 0) return { name: `"thumbnails[${at}]"`, orSet: ', or set its "presigned_url"' }
  const list = [sideFileLists.slice, sideFileLists.frame].find(({ option }) => isMade(option))
  return list && { name: `"${list.option}"`, orSet: '' }
}
