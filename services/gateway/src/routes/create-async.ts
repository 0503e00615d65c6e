import { RenderError } from '@render/errors'
import type { Route } from '@render/http'
import type { GatewayContext } from '../context.ts'
import { createRender } from '../create-render.ts'
import { answerCreated } from '../respond.ts'
import { submitRender } from '../submit-render.ts'

/** Makes a render and answers at once. */
export function createAsync(context: GatewayContext): Route[] {
  const post = createRender(context, true, async (res, prepared) => {
    await submitRender(prepared, context)
    const { submission, warnings } = prepared
    answerCreated(res, { renderId: submission.id, warnings }, context)
  })
  return [
    { name: 'create-async', paths: ['/v1/render/async', '/v1/screenshot/async'], handlers: { post } },
    { name: 'create-async', paths: ['/v1/render'], handlers: { post, get: [refuseWithoutId] } },
  ]
}

/** Somebody who polls, and forgot the id. */
function refuseWithoutId(): never {
  throw new RenderError('NoRenderIdProvided')
}
