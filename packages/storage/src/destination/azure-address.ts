import { cdnAddress, encodeKey } from '../s3/bucket.ts'
import type { UploadAddress } from './to-address.ts'

/** A container of the caller's in Azure Blob Storage, and the token that opens it. */
export interface Container {
  /** Base URL of storage accounts with the placeholder `{account}`. */
  endpoint: string
  account: string
  name: string
  sasToken: string
  /** Host in addresses of blobs instead of the account's. */
  cdnHost?: string
}

/** Returns the address that a blob is uploaded to, and the one without its token. */
export function azureAddress(
  { endpoint, account, name, sasToken, cdnHost }: Container,
  key: string,
): UploadAddress {
  const base = endpoint.replace('{account}', account)
  const path = `${name}/${encodeKey(key)}`
  return {
    option: 'use_azure',
    address: `${base}/${path}?${sasToken.replace(/^\?/, '')}`,
    location: cdnHost ? cdnAddress(cdnHost, path) : `${base}/${path}`,
  }
}
