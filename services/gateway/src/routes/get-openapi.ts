import { answerPublicJson } from '../answer/public-json.ts'
import { notModified } from '../openapi/responses.ts'
import { openApiDocument } from '../openapi/document.ts'
import { json } from '../openapi/schema.ts'
import type { Endpoint } from './endpoint.ts'

/** Creates the endpoint that serves the OpenAPI document of the given endpoints and of itself. */
export function getOpenapi(endpoints: readonly Endpoint[]): Endpoint {
  const self: Endpoint = {
    id: 'getOpenapi',
    method: 'get',
    paths: ['/v1/openapi.json'],
    summary: 'Get this document',
    key: 'none',
    responses: {
      200: { description: 'The OpenAPI 3.1 document.', content: json({ type: 'object' }) },
      ...notModified,
    },
    failures: [],
    run: (context) => {
      const document = JSON.stringify(openApiDocument([...endpoints, self], context))
      return (req, res) => answerPublicJson(req, res, document)
    },
  }
  return self
}
