import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ContainerClient } from '@azure/storage-blob'
import { ORIGIN_HOST } from './origin.ts'

/** A blob server with one account and one container. */
export interface AzureServer extends AsyncDisposable {
  /** Base URL of storage accounts, with the placeholder `{account}`. */
  endpoint: string
  account: string
  container: string
  connection: string
  /** Reads and writes the container with the account's key. */
  client: ContainerClient
  /** Makes a token for the container. */
  sas(permissions?: string, lifeMs?: number): string
}

const ACCOUNT = 'devstoreaccount1'
/** The published key of Azurite's account. */
const KEY = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=='

/** Starts Azurite in this process. Both libraries are loaded here, because they take longer than most tests. */
export async function startAzureServer(container = 'pictures'): Promise<AzureServer> {
  const azure = await import('@azure/storage-blob')
  const { default: Server } = (await import('azurite/dist/src/blob/BlobServer.js')).default
  const { default: Settings } = (await import('azurite/dist/src/blob/BlobConfiguration.js')).default
  const folder = mkdtempSync(join(tmpdir(), 'azure-server-'))
  const files = [{ locationId: 'Default', locationPath: join(folder, 'blobs'), maxConcurrency: 10 }]
  const databases = [join(folder, 'blobs.json'), join(folder, 'extents.json')]
  const noLogs = [false, undefined, false, undefined]
  // Libraries are ahead of the versions of the API that Azurite knows by name.
  const settings = [ORIGIN_HOST, 0, 5, ...databases, files, ...noLogs, false, true]
  const server = new Server(new Settings(...settings))
  await server.start()
  const url = server.getHttpServerAddress()
  const credential = new azure.StorageSharedKeyCredential(ACCOUNT, KEY)
  const client = new azure.BlobServiceClient(`${url}/${ACCOUNT}`, credential).getContainerClient(container)
  await client.create()
  return {
    endpoint: `${url}/{account}`,
    account: ACCOUNT,
    container,
    connection: `DefaultEndpointsProtocol=http;AccountName=${ACCOUNT};AccountKey=${KEY};BlobEndpoint=${url}/${ACCOUNT};`,
    client,
    sas(permissions = 'cw', lifeMs = 3_600_000) {
      const expiresOn = new Date(Date.now() + lifeMs)
      const grant = {
        containerName: container,
        permissions: azure.ContainerSASPermissions.parse(permissions),
        expiresOn,
      }
      return azure.generateBlobSASQueryParameters(grant, credential).toString()
    },
    async [Symbol.asyncDispose]() {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
