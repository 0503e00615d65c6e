import { flag, text } from '../../kinds/index.ts'
import { PLACE } from './storage-s3.ts'

/** The file that applies most of these options. */
const owner = 'services/render-worker/src/store-outputs/container-target.ts'
const CONTAINER = { needs: ['use_azure'], owner }

/** Options for storing the file in Azure. */
export const storageAzure = {
  use_azure: flag('Store the file in an Azure Blob Storage container.', { owner }),
  azure_account_name: text('Storage account. Default: the account of the project.', {
    ...CONTAINER,
    maxBytes: 24,
    pattern: '[a-z0-9]{3,24}',
    expects: 'the name of a storage account: 3 to 24 lower-case letters and digits',
    examples: ['myrenders'],
  }),
  azure_container_name: text('Container of the storage account. Default: the container of the project.', {
    ...CONTAINER,
    maxBytes: 63,
    pattern: String.raw`\$root|\$web|[a-z0-9](?:-?[a-z0-9]){2,62}`,
    expects: 'the name of a container: 3 to 63 lower-case letters, digits and single hyphens',
    examples: ['pages'],
  }),
  azure_sas_token: text('SAS token with the permissions create and write.', {
    ...CONTAINER,
    maxBytes: 4096,
    pattern: String.raw`\??(?:[^&#\s]*&)*sig=[^#\s]*`,
    expects: 'a SAS token, which contains sig=',
    examples: ['sv=2024-11-04&sp=cw&sig=...'],
    secret: 'worker',
    isCredential: true,
  }),
  azure_path: text('Path of the file in the storage; the extension is added.', {
    ...CONTAINER,
    ...PLACE,
    owner: 'services/gateway/src/make/plan-upload.ts',
  }),
}
