import { RenderError } from '@render/errors'
import { optionsBody, type Route } from '@render/http'
import type { Owner } from '@render/jobs'
import type { Request, Response } from 'express'
import type { ManagementContext } from '../context.ts'
import { answerFromDatabase } from './answer-from-database.ts'
import { requireToken } from './require-token.ts'

interface Operation {
  name: string
  method: 'get' | 'post'
  /** Below the project's own. */
  path: string
  status?: number
  /** There where `req.body` is wanted. */
  hasBody?: true
  /** What is not there when the answer is undefined. */
  what: 'project' | 'delivery'
  answer: (req: Request, owner: Owner, res: Response) => Promise<object | undefined>
}

const BODY_LIMIT_BYTES = 10_000

/** Something that operators may ask of any project of any organisation. */
export function operatorRoute(
  { tokens }: Pick<ManagementContext, 'tokens'>,
  { name, method, path, status = 200, hasBody, what, answer }: Operation,
): Route {
  return {
    name: `internal ${name}`,
    paths: [`/internal/v1/organisations/:organisationId/projects/:projectId/${path}`],
    handlers: {
      [method]: [
        requireToken(tokens.operator),
        ...(hasBody ? [optionsBody(BODY_LIMIT_BYTES)] : []),
        async (req: Request, res: Response) => {
          const { organisationId, projectId } = req.params
          const owner = { organisationId: String(organisationId), projectId: String(projectId) }
          res.status(status).json(await answerFromDatabase(what, answer(req, owner, res)))
        },
      ],
    },
  }
}

/** A complaint about one member of a query or a body. */
export function wrong(option: string, expected: string): RenderError {
  const message = `"${option}" must be ${expected}.`
  return new RenderError('InvalidOptions', { message, details: [{ option, message }] })
}
