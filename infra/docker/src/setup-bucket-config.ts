import { address, secret, text } from '@render/runtime'

/** Variables of the step that creates the bucket; the key is that of the root user. */
export const environment = {
  ARTEFACT_S3_BUCKET: text({ desc: 'bucket of artefacts' }),
  ARTEFACT_S3_ENDPOINT: address({ desc: 'base URL of the API of the bucket server' }),
  ARTEFACT_S3_ACCESS_KEY_ID: secret(text({ desc: 'key of the root user of the bucket server' })),
  ARTEFACT_S3_SECRET_ACCESS_KEY: secret(text({ desc: 'secret of that key' })),
}
