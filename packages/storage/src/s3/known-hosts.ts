// Reads regions and buckets from the hosts of known providers. In other hosts any name may be a bucket or a region.

/** Hosts of APIs that sign for the region in their name. */
const REGIONAL = [
  /^s3[.-](?:fips[.-])?(?:dualstack\.)?([a-z]{2}(?:-[a-z]+)+-\d+)\.amazonaws\.com(?:\.cn)?$/,
  /^s3\.([a-z0-9-]+)\.(?:backblazeb2\.com|wasabisys\.com|scw\.cloud|io\.cloud\.ovh\.(?:net|us))$/,
]

const PROVIDERS = [
  'amazonaws.com',
  'amazonaws.com.cn',
  'backblazeb2.com',
  'cloud.ovh.net',
  'cloud.ovh.us',
  'digitaloceanspaces.com',
  'googleapis.com',
  'linodeobjects.com',
  'r2.cloudflarestorage.com',
  'scw.cloud',
  'wasabisys.com',
]

/** Returns the region that the host of an endpoint names. */
export function regionOf(endpoint: string): string | undefined {
  const { hostname } = new URL(endpoint)
  return REGIONAL.map((pattern) => pattern.exec(hostname)?.[1]).find(Boolean)
}

/** Returns whether an endpoint of a known provider is that of one bucket, as consoles show it, and not that of the API. */
export function isOfBucket(endpoint: string, bucket: string): boolean {
  const hostname = URL.parse(endpoint)?.hostname ?? ''
  if (!bucket || !hostname.startsWith(`${bucket}.`)) return false
  const rest = hostname.slice(bucket.length + 1)
  return PROVIDERS.some((domain) => rest.endsWith(`.${domain}`))
}
