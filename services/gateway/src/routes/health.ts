import { answerHealth, answerReadiness } from '@render/http'
import { okResponse } from '../openapi/responses.ts'
import { json, schemaRef } from '../openapi/schema.ts'
import type { Endpoint } from './endpoint.ts'

export const health: Endpoint = {
  id: 'health',
  method: 'get',
  paths: ['/health'],
  summary: 'Check that the service is alive',
  key: 'none',
  isFrequent: true,
  responses: okResponse('The service is alive.', 'Health'),
  failures: [],
  run: () => answerHealth,
}

export const ready: Endpoint = {
  id: 'ready',
  method: 'get',
  paths: ['/ready'],
  summary: 'Check that the service is ready for requests',
  key: 'none',
  isFrequent: true,
  responses: {
    ...okResponse('The service is ready.', 'Readiness'),
    503: {
      description: 'A part that the service needs is not available.',
      content: json(schemaRef('Readiness')),
    },
  },
  failures: [],
  run: ({ readiness }) => answerReadiness(readiness),
}
