import { allowAnyOrigin } from '../answer/shared-file.ts'
import { answerLink } from '../links/answer-link.ts'
import { isLink, linkPaths, verifyLink } from '../links/read-link.ts'
import { linkResponses } from '../openapi/responses.ts'
import { schemaRef } from '../openapi/schema.ts'
import type { Endpoint } from './endpoint.ts'

/** The query of a link. */
export const linkParameters = [
  { name: 'options', in: 'query', required: true, explode: true, schema: schemaRef('RenderOptions') },
]

/** Renders what a link describes and answers with the file. A link can be used wherever an address of a file can. */
export const renderLink: Endpoint = {
  id: 'renderLink',
  method: 'get',
  paths: linkPaths,
  matches: isLink,
  isForAnyOrigin: true,
  summary: 'Get the file that a link describes',
  description:
    'The key is the publishable key of a project. The token is the hex HMAC of the query string with a secret key of the project, by SHA-256 or SHA-1; a project with `tokenless` also allows links without it.',
  key: 'none',
  parameters: linkParameters,
  responses: linkResponses,
  failures: [400, 401, 404, 413, 414, 416, 429, 500, 503],
  run: (context) => async (req, res) => {
    allowAnyOrigin(res)
    await answerLink(await verifyLink(req, res, context), res, context)
  },
}
