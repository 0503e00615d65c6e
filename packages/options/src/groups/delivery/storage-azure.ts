import { flag, text } from '../../kinds/index.ts'
import { PLACE } from './storage-s3.ts'

const CONTAINER = { needs: ['use_azure'] }

/** Options for storing the file in Azure. */
export const storageAzure = {
  use_azure: flag('Store the file in an Azure Blob Storage container.'),
  azure_account_name: text('Storage account.', { ...CONTAINER, maxBytes: 256 }),
  azure_container_name: text('Container of the storage account.', { ...CONTAINER, maxBytes: 256 }),
  azure_sas_token: text('SAS token with the permissions create and write.', {
    ...CONTAINER,
    maxBytes: 4096,
    secret: 'worker',
    isCredential: true,
  }),
  azure_path: text('Path of the file in the storage; the extension is added.', { ...CONTAINER, ...PLACE }),
}
