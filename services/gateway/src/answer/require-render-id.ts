import { RenderError } from '@render/errors'
import type { Request, Response } from 'express'
import { parseRenderId } from '../renders/render-id.ts'
import { setRenderHeader } from './headers.ts'

/**
 * Reads the render's id from the path, and names it in the headers of the answer.
 * @throws {RenderError} `RenderNotFound` for any other text.
 */
export function requireRenderId(req: Request, res: Response): string {
  const renderId = parseRenderId(req.params.renderId)
  if (!renderId) throw new RenderError('RenderNotFound')
  setRenderHeader(res, renderId)
  return renderId
}
