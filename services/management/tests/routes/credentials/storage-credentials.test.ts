import { useApi } from '../../api/use-api.ts'
import { ALLOWED_HOST, describeCredentials, SECRET } from './describe-credentials.ts'

const KEYS = ['bucket', 'accessKeyId', 'secretAccessKey']

describeCredentials(
  useApi(async () => ({ EGRESS_ALLOW: ALLOWED_HOST })),
  {
    kind: 'storage',
    noun: 'StorageCredential',
    list: 'storageCredentials',
    prefix: /^store_/,
    content: {
      provider: 'aws_s3',
      bucket: 'pictures',
      region: 'eu-west-1',
      accessKeyId: 'AKIA-sesame-0123456789',
      secretAccessKey: SECRET,
    },
    masked: { accessKeyId: '…6789', secretAccessKey: '…cdef', sasToken: null, endpoint: null },
    secrets: ['secretAccessKey', 'accessKeyId'],
    setting: 'bucket',
    address: 'endpoint',
    assigned: 'storageCredentialId',
    needs: [
      ['aws_s3', [...KEYS, 'region']],
      ['cloudflare_r2', [...KEYS, 'endpoint', 'cdnHost']],
      ['wasabi', [...KEYS, 'region']],
      ['azure', ['accountName', 'containerName', 'sasToken']],
    ],
    wrong: [
      ['endpoint', 'http://elsewhere.example'],
      ['endpoint', 'ftp://a.example'],
      ['endpoint', 'https://me:sesame@store.example'],
      ['cdnHost', 'https://a.example'],
      ['bucketName', 'x'],
      ['accountName', 'evil.example/'],
      ['accountName', 'UpperCase'],
    ],
  },
)
