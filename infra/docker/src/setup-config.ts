import { address, secret, text } from '@render/runtime'

/** What the setup step reads itself; the rest of its environment is for the commands that it runs. */
export const environment = {
  PUBLIC_URL: address({ desc: 'where callers reach the Render API' }),
  MANAGEMENT_PUBLIC_URL: address({ desc: 'where callers reach the Management API' }),
  SEED_SECRET_KEY: secret(text({ desc: 'secret key of the first project, sk_...' })),
}
