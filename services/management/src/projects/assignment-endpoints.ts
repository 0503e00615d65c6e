import { Type } from 'typebox'
import { orNotFound } from '../api/api-error.ts'
import { endpoint, type Endpoint } from '../api/endpoint.ts'
import { assign, type Assignment } from './assignments.ts'
import { project, serializeProject } from './project-schema.ts'

interface Assignable {
  /** Part of the endpoints' ids. */
  noun: string
  path: string
  /** Field of the request body. */
  field: string
  column: Assignment
  /** Display name with article. */
  label: string
}

const assignables: Assignable[] = [
  {
    noun: 'StorageCredential',
    path: 'storage-credential',
    field: 'storageCredentialId',
    column: 'storageCredentialId',
    label: 'an object store credential',
  },
  {
    noun: 'Proxy',
    path: 'proxy',
    field: 'proxyId',
    column: 'proxyPoolId',
    label: 'a proxy pool',
  },
  {
    noun: 'LlmCredential',
    path: 'llm-credential',
    field: 'llmCredentialId',
    column: 'llmCredentialId',
    label: 'a language model credential',
  },
]

/** Endpoints that assign a resource of the organisation to a project, and unassign it. */
export const assignmentEndpoints: readonly Endpoint[] = assignables.flatMap(
  ({ noun, path, field, column, label }) => {
    const common = {
      path: `/organisation/:org/projects/:project/${path}`,
      permission: 'credentials:write',
      changesAccount: true,
      response: project,
      failures: ['NOT_FOUND'],
    } as const
    return [
      endpoint({
        ...common,
        id: `assign${noun}`,
        method: 'put',
        summary: `Assign ${label} to a project. Every gateway applies it within five seconds.`,
        body: Type.Object({ [field]: Type.String({ minLength: 1 }) }),
        async run({ database }, { organisationId }, { params, body }) {
          const owner = { organisationId, projectId: params.project! }
          return serializeProject(orNotFound(await assign(database, owner, column, String(body[field]))))
        },
      }),
      endpoint({
        ...common,
        id: `unassign${noun}`,
        method: 'delete',
        summary: `Unassign ${label} from a project.`,
        async run({ database }, { organisationId }, { params }) {
          const owner = { organisationId, projectId: params.project! }
          return serializeProject(orNotFound(await assign(database, owner, column, null)))
        },
      }),
    ]
  },
)
