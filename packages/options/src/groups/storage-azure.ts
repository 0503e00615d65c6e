import { flag, text } from '../kinds/index.ts'
import { PLACE } from './storage-s3.ts'

const CONTAINER = { needs: ['use_azure'] }

/** Where the file goes in Azure. */
export const storageAzure = {
  use_azure: flag('Store the file in a container of Azure Blob Storage.'),
  azure_account_name: text('Storage account.', { ...CONTAINER, maxBytes: 256 }),
  azure_container_name: text('Container of the account.', { ...CONTAINER, maxBytes: 256 }),
  azure_sas_token: text('Token that allows to create and write.', {
    ...CONTAINER,
    maxBytes: 4096,
    secret: 'worker',
  }),
  azure_path: text('Folder and name of the file; its ending is added.', { ...CONTAINER, ...PLACE }),
}
