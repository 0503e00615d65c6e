import { answerPublicJson } from '../answer/public-json.ts'
import { notModified, okResponse } from '../openapi/responses.ts'
import type { Endpoint } from './endpoint.ts'

export const listOptions: Endpoint = {
  id: 'listOptions',
  method: 'get',
  paths: ['/v1/options'],
  summary: 'List all options of a render',
  key: 'none',
  responses: { ...okResponse('The options.', 'OptionList'), ...notModified },
  failures: [],
  run: ({ options }) => {
    const json = JSON.stringify({ options: options.describeOptions() })
    return (req, res) => answerPublicJson(req, res, json)
  },
}
