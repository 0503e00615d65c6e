import { expiryOf, isArtefactKey } from '@render/storage'
import { fileNotFound } from '../answer/artefact-file.ts'
import { allowAnyOrigin, findShared, sendSharedFile } from '../answer/shared-file.ts'
import { fileResponses } from '../openapi/responses.ts'
import type { Endpoint } from './endpoint.ts'

/** Serves the files of renders until they expire, to everyone who has the address, for embedding and caching. */
export const getArtefact: Endpoint = {
  id: 'getArtefact',
  method: 'get',
  paths: ['/renders/*key'],
  isForAnyOrigin: true,
  summary: 'Get the file of a render',
  key: 'none',
  responses: fileResponses,
  failures: [404, 416, 500],
  run: (context) => async (req, res) => {
    allowAnyOrigin(res)
    const key = [req.params.key].flat().join('/')
    const lifeMs = isArtefactKey(key) ? expiryOf(key, context.artefactDays).getTime() - Date.now() : 0
    const found = lifeMs > 0 ? await findShared(req, key, context) : undefined
    if (!found) throw fileNotFound()
    res.setHeader('Cache-Control', `public, max-age=${Math.floor(lifeMs / 1000)}, immutable`)
    await sendSharedFile(req, res, key, found, context)
  },
}
