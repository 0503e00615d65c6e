import { asServiceUnavailable } from '@render/jobs'
import { computeCachePolicy } from '../links/cache-policy.ts'
import { isLink, linkPaths, readLink, verifyLink } from '../links/read-link.ts'
import { okResponse } from '../openapi/responses.ts'
import { deleteFiles } from '../renders/delete-files.ts'
import type { Endpoint } from './endpoint.ts'
import { linkParameters } from './render-link.ts'

/** Removes the cached result of a link and its files, also while it is being made. */
export const deleteLink: Endpoint = {
  id: 'deleteLink',
  method: 'delete',
  paths: linkPaths,
  matches: isLink,
  summary: 'Delete the cached file of a link',
  description:
    'Needs the token of the link, unless its project has `tokenless`, or the secret key of the project. Deletes the files of the cached result; the next request of the link makes others.',
  key: 'optional',
  parameters: linkParameters,
  responses: okResponse('Whether there was a cached result.', 'DeletedLink'),
  failures: [400, 401, 404, 414, 429, 500, 503],
  run: (context) => async (req, res) => {
    const intake = readLink(await verifyLink(req, res, context), context)
    const { key } = await computeCachePolicy(intake, context)
    const removed = await asServiceUnavailable(context.linkCache.remove(key))
    if (removed) await deleteFiles(removed.renderId, removed.outcome, context)
    res.json({ deleted: removed !== undefined })
  },
}
