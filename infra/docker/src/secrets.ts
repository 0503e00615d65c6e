import { makeDeploymentSecrets, makeToken, type SealingKeys } from '@render/vault'

/** The secrets of a deployment in containers. */
export type Secrets = Awaited<ReturnType<typeof makeSecrets>> & {
  /** Private halves that the last rotation replaced; they still open what was sealed to them. */
  formerPrivateKeys?: Record<'worker' | 'dispatcher', SealingKeys['privateKey']>
}

/** Creates all secrets. */
export async function makeSecrets() {
  return {
    ...(await makeDeploymentSecrets()),
    bucketPassword: makeToken(),
    bucketKeys: { gateway: makeToken(), 'render-worker': makeToken() },
  }
}
