import type { UploadTarget, WorkerSecrets } from '@render/jobs'
import type { HttpClient } from '@render/net'
import type { ResolvedOptions } from '@render/options'
import { azureAddress, toAddress, toBucket, type Destination } from '@render/storage'
import { bucketTarget } from './bucket-target.ts'
import { containerTarget } from './container-target.ts'

/** A store of the caller's, and where in it the files of a render go. */
export interface CallerStore {
  /** Path of the main file without its extension. */
  path: string
  /** Returns the destination with a key. */
  at: (key: string) => Destination<{ location: string }>
  /** Whether names of files end in their type. */
  hasExtension: boolean
}

/** What decides where the files of a render go. */
export interface CallerStoreSettings {
  options: ResolvedOptions
  upload: UploadTarget | undefined
  credential: WorkerSecrets['storage']
}

export interface CallerStoreContext {
  http: Pick<HttpClient, 'put' | 'request'>
  /** Base URL of Azure storage accounts, with the placeholder `{account}`. */
  azureEndpoint: string
}

/**
 * Opens the store of the caller's that the files of a render go to; undefined without one.
 * @throws {RenderError} `UploadFailedError` when the project's credential cannot be used.
 */
export function openCallerStore(
  { http, azureEndpoint }: CallerStoreContext,
  { options, upload, credential }: CallerStoreSettings,
): CallerStore | undefined {
  const bucket = bucketTarget(options, credential)
  const container = containerTarget(options, credential, azureEndpoint)
  const inContainer = (key: string) => toAddress(http, azureAddress(container!, key))
  const at = bucket ? toBucket(http, bucket) : container && inContainer
  // The random path of a render without one keeps its extension.
  const hasExtension = !options.no_suffix || !(bucket ? options.s3_path : options.azure_path)
  return at && { path: upload!.path!, at, hasExtension }
}
