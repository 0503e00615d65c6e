import { RenderError } from '@render/errors'
import type { Route } from '@render/http'
import { authenticate, sendsKey } from '../authenticate.ts'
import type { GatewayContext } from '../context.ts'
import { parseRenderId } from '../render-id.ts'
import { answerStatus } from '../respond.ts'
import { tellRender } from '../tell-render.ts'
import { deleteRender } from './delete-render.ts'

/**
 * Where a render stands. Whoever has the id may ask; a key that is sent all the same must be valid, and one of another
 * project is told what it would be told of an unknown id.
 */
export function readStatus(context: GatewayContext): Route {
  const { lookUp, urls } = context
  return {
    name: 'read-status',
    paths: ['/v1/render/:renderId'],
    handlers: {
      get: [
        async (req, res) => {
          const caller = sendsKey(req) ? await authenticate(req, context.accounts) : undefined
          const renderId = parseRenderId(req.params.renderId)
          if (!renderId) throw new RenderError('RenderNotFound')
          tellRender(res, renderId)
          const found = await lookUp.find(renderId)
          const isCallers = !caller || caller.projectId === found?.projectId
          if (!found || !isCallers) throw new RenderError('RenderNotFound')
          answerStatus(res, found, found.state, urls)
        },
      ],
      delete: [deleteRender(context)],
    },
  }
}
