import { RenderError } from '@render/errors'
import type { WorkerSecrets } from '@render/jobs'
import type { ResolvedOptions } from '@render/options'
import { AZURE, type Container } from '@render/storage'

/**
 * Returns the container that the files of a render go to; undefined without `use_azure`. The token of the project goes to the
 * account of its credential and nowhere else. `endpoint` is the base URL of accounts, with the placeholder `{account}`.
 * @throws {RenderError} `UploadFailedError` when the project's credential cannot be used.
 */
export function containerTarget(
  { use_azure, cdn_host, ...options }: ResolvedOptions,
  stored: WorkerSecrets['storage'],
  endpoint: string,
): Container | undefined {
  if (!use_azure) return undefined
  const { azure_account_name, azure_container_name, azure_sas_token } = options
  const { accountName, sasToken } = azure_sas_token
    ? { accountName: azure_account_name, sasToken: azure_sas_token }
    : (stored?.provider === AZURE && stored) || { accountName: undefined, sasToken: undefined }
  if (!accountName || !sasToken)
    throw RenderError.forOption(
      'use_azure',
      '"use_azure": the credential of the project cannot be read.',
      'UploadFailedError',
    )
  return {
    endpoint,
    account: accountName,
    name: azure_container_name!,
    sasToken,
    ...(cdn_host !== undefined && { cdnHost: cdn_host }),
  }
}
