import { RenderError } from '@render/errors'
import { isForm } from '@render/http'
import type { Account } from '@render/management-client'
import { isObject, optionNamed, type Options } from '@render/options'
import type { Request, Response } from 'express'
import type { GatewayContext } from '../context.ts'
import { idempotentRequest } from '../idempotency/idempotency-key.ts'
import { mapBatch } from './map-renders.ts'
import type { BatchSettings, Intake } from './intake.ts'
import { warningsOfQuery } from './query-options.ts'
import { readOptions, type RequestedOptions } from './read-options.ts'
import { identifyRenderer } from './read-render.ts'

export const MAX_RENDERS = 100

/**
 * Reads a request for several renders. The caller is identified before any of the body is read.
 * @throws {RenderError} when the key, the plan, the body or an option is refused; `InvalidOptions` lists every problem
 *   about every render.
 */
export async function readBatch(
  req: Request,
  res: Response,
  context: Pick<GatewayContext, 'accounts' | 'options' | 'unknownIdLimit' | 'readBody'>,
): Promise<Intake> {
  const caller = await identifyRenderer(req, res, context)
  if (isForm(req)) {
    const message = 'Send the renders of a batch as application/json.'
    throw new RenderError('UnsupportedMediaType', { message })
  }
  const body = await context.readBody(req, res)
  const { renders, ...batch } = await parseBatch(body, caller.account, context.options)
  const wanted = renders.map(({ options, unknown }) => ({ options, unknown }))
  return {
    requestId: String(res.locals.requestId),
    caller,
    renders,
    isAsync: true,
    batch: { ...batch, warnings: [...batch.warnings, ...warningsOfQuery(req)] },
    idempotent: idempotentRequest(req, caller, { renders: wanted, webhook_url: batch.webhook_url }),
  }
}

async function parseBatch(
  { renders, ...settings }: Record<string, unknown>,
  account: Pick<Account, 'project' | 'plan'>,
  parser: Pick<Options, 'parseOptions' | 'parseDefaults'>,
): Promise<BatchSettings & { renders: RequestedOptions[] }> {
  if (!Array.isArray(renders) || renders.length === 0 || renders.length > MAX_RENDERS)
    throw RenderError.forOption('renders', `"renders" must be a list of 1 to ${MAX_RENDERS} renders.`)
  const { own = [], others = [] } = Object.groupBy(Object.entries(settings), ([name]) =>
    optionNamed(name) === 'webhook_url' ? 'own' : 'others',
  )
  const { webhook_url } = parser.parseDefaults(Object.fromEntries(own)).options
  return {
    renders: await mapBatch(renders, (render) => {
      if (!isObject(render))
        throw new RenderError('InvalidOptions', { message: 'must be an object of options.' })
      return readOptions(render, account, parser)
    }),
    ...(webhook_url && { webhook_url }),
    warnings: others
      .filter(([, value]) => value !== null)
      .map(([name]) => `"${name}" has no effect beside "renders": set options in each of the renders.`),
  }
}
