import { describe, expect, test } from '@jest/globals'
import type { Answer, Api, ApiRequest } from '../../api/use-api.ts'

interface Credential extends ApiRequest {
  params: { credential: string }
}

/** Tests that an endpoint which tests credentials does not use secrets of another row. `right` makes a valid credential. */
export function describeCopiedSecrets(
  api: Pick<Api, 'backing'>,
  ask: (credential: Credential) => Promise<Answer>,
  right: () => Promise<Credential>,
): void {
  describe('500', () => {
    test('G33: cannot open sealed secrets that were copied to another row', async () => {
      const [from, to] = [await right(), await right()]
      await api.backing.query(
        `update credentials set sealed = (select sealed from credentials where id = $1) where id = $2`,
        [from.params.credential, to.params.credential],
      )
      expect((await ask(from)).body).toEqual({ ok: true })
      expect((await ask(to)).status).toBe(500)
    })
  })
}
