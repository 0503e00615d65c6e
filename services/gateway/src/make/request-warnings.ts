import type { GivenOptions, ResolvedOptions } from '@render/options'

/** Warns about options that have no effect on a request of this kind. */
export function warningsOfRequest(
  given: GivenOptions,
  options: ResolvedOptions,
  { isAsync, isLink }: { isAsync: boolean; isLink: boolean },
): string[] {
  return [
    ...(isLink ? [] : warningsOfCaching(given)),
    ...(isAsync ? warningsOfAsync(given, options) : warningsOfResponseType(given, options)),
  ]
}

/** Warns about options that have an effect only for a caller who waits. */
function warningsOfAsync({ redirect_after, download }: GivenOptions, options: ResolvedOptions): string[] {
  const { response_type, secure_mode, use_s3, use_azure } = options
  const path = (use_s3 && 's3_path') || (use_azure && 'azure_path')
  const isForFiles = !['json', 'jsondebug'].includes(response_type)
  const isUnknown = secure_mode && path && !options[path]
  const sent = Object.entries({ redirect_after, download }).filter(([, value]) => value !== undefined)
  return [
    ...sent.map(([name]) => `"${name}" has no effect on an asynchronous render.`),
    ...(isForFiles
      ? [`"response_type" ${response_type} has no effect on an asynchronous render: its record is JSON.`]
      : []),
    ...(isUnknown ? [`"secure_mode" keeps no address: set "${path}" to know where the file is.`] : []),
  ]
}

/** Warns about options that have an effect only on a link. */
function warningsOfCaching({ ttl, force, unique, cache_ignore }: GivenOptions): string[] {
  return Object.entries({ ttl, force, unique, cache_ignore })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => `"${name}" has an effect only in a render link.`)
}

/** Warns about options that have an effect only with another `response_type`. */
function warningsOfResponseType(
  { download }: GivenOptions,
  { response_type }: Pick<ResolvedOptions, 'response_type'>,
): string[] {
  if (download === undefined || response_type === 'binary') return []
  return [`"download" has no effect with "response_type" ${response_type}.`]
}
