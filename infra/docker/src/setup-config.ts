import { address, secret, text } from '@render/runtime'

/** Variables that the setup step reads itself; the commands that it runs read the others. */
export const environment = {
  PUBLIC_URL: address({ desc: 'where callers reach the Render API' }),
  MANAGEMENT_PUBLIC_URL: address({ desc: 'where callers reach the Management API' }),
  SEED_SECRET_KEY: secret(text({ desc: 'secret key of the first project, sk_...' })),
}
