// Environment variables of the artefact store.
import { address, choice, count, requiredWhen, secret, text } from '@render/runtime'

type BackEnd = 'disk' | 's3' | 'azure'

/** Makes a variable required with one back end. */
const requiredWith = (backEnd: BackEnd, spec: ReturnType<typeof text>) =>
  requiredWhen(`with ARTEFACT_STORE=${backEnd}`, ({ ARTEFACT_STORE }) => ARTEFACT_STORE === backEnd, spec)

/** Makes a variable required when another one is set. */
const requiredWithVariable = (name: string, spec: ReturnType<typeof text>) =>
  requiredWhen(`with ${name}`, (values) => values[name] !== undefined, spec)

/** Read by services that share the artefact store. */
export const storageVariables = {
  ARTEFACT_STORE: choice({
    words: ['disk', 's3', 'azure'],
    default: 'disk',
    desc: 'where artefacts are kept: in a folder, in a bucket with the API of S3, or in a container of Azure; the same for all services',
  }),
  STORAGE_PATH: requiredWith('disk', text({ desc: 'folder of artefacts' })),
  ARTEFACT_PREFIX: text({
    default: '',
    desc: 'folder of artefacts in the bucket or container; needed when other files are there',
  }),
  ARTEFACT_S3_BUCKET: requiredWith('s3', text({ desc: 'bucket of artefacts' })),
  ARTEFACT_S3_REGION: text({ default: 'us-east-1', desc: 'region of the bucket of artefacts' }),
  ARTEFACT_S3_ENDPOINT: address({
    default: '',
    desc: "base URL of the API of the bucket of artefacts; Amazon's when empty",
  }),
  ARTEFACT_S3_PATH_STYLE: choice({
    words: ['auto', 'on', 'off'],
    default: 'auto',
    desc: 'the bucket of artefacts is in the path of requests, not in their host; auto: everywhere but at Amazon',
  }),
  ARTEFACT_S3_ACCESS_KEY_ID: requiredWithVariable(
    'ARTEFACT_S3_SECRET_ACCESS_KEY',
    secret(
      text({ desc: 'key of the bucket of artefacts; without one, the credentials of the machine are used' }),
    ),
  ),
  ARTEFACT_S3_SECRET_ACCESS_KEY: requiredWithVariable(
    'ARTEFACT_S3_ACCESS_KEY_ID',
    secret(text({ desc: 'secret of the key of the bucket of artefacts' })),
  ),
  ARTEFACT_AZURE_ACCOUNT: requiredWith('azure', text({ desc: 'storage account of artefacts' })),
  ARTEFACT_AZURE_CONTAINER: requiredWith('azure', text({ desc: 'container of artefacts' })),
  ARTEFACT_AZURE_SAS_TOKEN: secret(
    text({
      default: '',
      desc: "SAS token of the container of artefacts; the account's key is used when empty",
    }),
  ),
  ARTEFACT_AZURE_KEY: requiredWhen(
    'with ARTEFACT_STORE=azure without ARTEFACT_AZURE_SAS_TOKEN',
    (values) => values.ARTEFACT_STORE === 'azure' && values.ARTEFACT_AZURE_SAS_TOKEN === '',
    secret(text({ desc: 'key of the storage account of artefacts' })),
  ),
  ARTEFACT_AZURE_ENDPOINT: address({
    default: 'https://{account}.blob.core.windows.net',
    desc: 'base URL of the storage account of artefacts; {account} stands for its name',
  }),
  ARTEFACT_DAYS: count({
    default: 30,
    minimum: 1,
    desc: 'days that artefacts are kept, the same for all services; sweeps delete none that is younger',
  }),
  MIN_FREE_DISK_PERCENT: count({
    default: 10,
    maximum: 100,
    desc: 'free disk space at STORAGE_PATH below which no renders are accepted (gateway) or started (worker)',
  }),
}
