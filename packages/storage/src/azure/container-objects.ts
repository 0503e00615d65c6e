import type { Readable } from 'node:stream'
import type {
  BlobGetPropertiesResponse,
  ContainerClient,
  ContainerListBlobFlatSegmentResponse,
  ContainerListBlobsOptions,
} from '@azure/storage-blob'
import type { StoredArtefact } from '../artefact-store.ts'
import { lazily } from '../lazily.ts'
import type { ObjectPage, Objects } from '../object-store/objects.ts'
import { defaultRetryPolicy } from '../retries.ts'
import { openContainer, type OwnContainer } from './open-container.ts'
import { putBlob } from './put-blob.ts'

/** Opens the blobs of the operator's container, which is reached directly and not within the egress policy. */
export function containerObjects(container: OwnContainer, retryPolicy = defaultRetryPolicy): Objects {
  const open = lazily(() => openContainer(container))
  return {
    async put(name, { body, digest, contentType, signal }) {
      const blob = (await open()).getBlockBlobClient(name)
      await putBlob({ blob, body, digest, contentType, retryPolicy, signal })
    },

    async head(name, abortSignal) {
      return factsOf(await (await open()).getBlobClient(name).getProperties({ abortSignal }))
    },

    async get(name, { start, end, etag }, abortSignal) {
      const count = end === undefined ? undefined : end + 1 - start
      const opened = await (await open()).getBlobClient(name).download(start, count, {
        abortSignal,
        conditions: { ifMatch: etag },
        // The caller continues after a break.
        maxRetryRequests: 0,
      })
      return { ...factsOf(opened), bytes: opened.readableStreamBody as Readable }
    },

    async delete(name, abortSignal) {
      await (await open()).getBlobClient(name).deleteIfExists({ abortSignal })
    },

    list: async (prefix, continuationToken, abortSignal) =>
      pageOf(await open(), { prefix, abortSignal }, { continuationToken }),

    async check(abortSignal) {
      // A token for the container does not permit to ask for its properties.
      await pageOf(await open(), { abortSignal }, { maxPageSize: 1 })
    },

    async [Symbol.asyncDispose]() {},
  }
}

function factsOf({ contentLength, etag, lastModified }: BlobGetPropertiesResponse): StoredArtefact {
  return { sizeBytes: contentLength!, etag: etag!, modified: lastModified! }
}

async function pageOf(
  container: ContainerClient,
  options: ContainerListBlobsOptions,
  page: { continuationToken?: string; maxPageSize?: number },
): Promise<ObjectPage> {
  const { value } = await container.listBlobsFlat(options).byPage(page).next()
  const { segment, continuationToken } = value as ContainerListBlobFlatSegmentResponse
  return { names: segment.blobItems.map(({ name }) => name), next: continuationToken || undefined }
}
