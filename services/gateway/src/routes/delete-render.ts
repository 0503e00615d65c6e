import { RenderError } from '@render/errors'
import type { RequestHandler } from 'express'
import { authenticate } from '../authenticate.ts'
import { cancelRender } from '../cancel-render.ts'
import type { GatewayContext } from '../context.ts'
import { deleteFiles } from '../delete-files.ts'
import { parseRenderId } from '../render-id.ts'
import { answerStatus } from '../respond.ts'
import { tellRender } from '../tell-render.ts'

/**
 * Cancels a render that has not ended, or deletes the files of one that has, and answers with its record. Only a key of
 * its project may; others are told what they would be told of an unknown id.
 */
export function deleteRender(context: GatewayContext): RequestHandler {
  return async (req, res) => {
    const caller = await authenticate(req, context.accounts)
    const renderId = parseRenderId(req.params.renderId)
    if (!renderId) throw new RenderError('RenderNotFound')
    tellRender(res, renderId)
    const asked = await context.lookUp.find(renderId)
    if (asked?.projectId !== caller.projectId) throw new RenderError('RenderNotFound')
    const ended = await cancelRender(renderId, asked.queue, res, context)
    const state = ended.status === 'succeeded' ? await deleteFiles(renderId, ended.outcome, context) : ended
    answerStatus(res, asked, state, context.urls)
  }
}
