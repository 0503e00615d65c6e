import { openApiDocument } from '../../src/api/openapi-document.ts'
import { endpoints } from '../../src/endpoints.ts'

interface Document {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, object> }>>
}

const { paths } = openApiDocument(endpoints, 'https://management.example.com') as Document
const operations = Object.values(paths).flatMap((path) => Object.values(path))

/** Returns the documented statuses of an endpoint in ascending order. */
export function documentedStatuses(id: string): number[] {
  const { responses } = operations.find(({ operationId }) => operationId === id)!
  return Object.keys(responses).map(Number)
}
