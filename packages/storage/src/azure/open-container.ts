import type { ContainerClient } from '@azure/storage-blob'

/** The operator's container, and what opens it: a token for the container, or the key of its account. */
export interface OwnContainer {
  /** Base URL of storage accounts; `{account}` stands for the account. */
  endpoint: string
  account: string
  name: string
  sasToken?: string
  key?: string
}

/** Opens a container. Nothing is tried again: callers do, and bound, all of that. Loads the library. */
export async function openContainer({
  endpoint,
  account,
  name,
  sasToken,
  key = '',
}: OwnContainer): Promise<ContainerClient> {
  const { AnonymousCredential, ContainerClient, StorageSharedKeyCredential } =
    await import('@azure/storage-blob')
  const url = `${endpoint.replace('{account}', account)}/${name}`
  const options = { retryOptions: { maxTries: 1 } }
  if (!sasToken) return new ContainerClient(url, new StorageSharedKeyCredential(account, key), options)
  return new ContainerClient(`${url}?${sasToken.replace(/^\?/, '')}`, new AnonymousCredential(), options)
}
