// The step of docker-compose.yml before the gateway and the worker: creates the bucket of artefacts, and says who may do what there.
import { readConfig } from '@render/runtime'
import { prepareBucket } from './prepare-bucket.ts'
import { environment } from './setup-bucket-config.ts'

const config = readConfig(environment)
await prepareBucket({
  bucket: config.ARTEFACT_S3_BUCKET,
  endpoint: config.ARTEFACT_S3_ENDPOINT,
  accessKeyId: config.ARTEFACT_S3_ACCESS_KEY_ID,
  secretAccessKey: config.ARTEFACT_S3_SECRET_ACCESS_KEY,
})
console.log(`The bucket ${config.ARTEFACT_S3_BUCKET} exists.`)
