import { isForm } from '@render/http'
import type { Request, Response } from 'express'
import { setUsageHeaders } from './usage.ts'
import type { GatewayContext } from '../context.ts'
import { idempotentRequest } from '../idempotency/idempotency-key.ts'
import { valuesOfForm } from './form-values.ts'
import { identifyCaller } from './identify.ts'
import type { Intake } from './intake.ts'
import { withHintAboutQuery, warningsOfQuery } from './query-options.ts'
import { readOptions } from './read-options.ts'
import { requirePlan } from './require-plan.ts'

type ReadContext = Pick<GatewayContext, 'accounts' | 'options' | 'unknownIdLimit' | 'readBody'>

/**
 * Reads a request for one render. The caller is identified before any of the body is read.
 * @throws {RenderError} when the key, the plan, the body or an option is refused.
 */
export async function readRender(
  req: Request,
  res: Response,
  { isAsync }: Pick<Intake, 'isAsync'>,
  context: ReadContext,
): Promise<Intake> {
  const caller = await identifyRenderer(req, res, context)
  const body = await context.readBody(req, res)
  const requested = withHintAboutQuery(req, () =>
    isForm(req)
      ? readOptions(valuesOfForm(body), caller.account, context.options, { isForm: true })
      : readOptions(body, caller.account, context.options),
  )
  const { options, unknown, warnings = [] } = requested
  return {
    requestId: String(res.locals.requestId),
    caller,
    renders: [{ ...requested, warnings: [...warnings, ...warningsOfQuery(req)] }],
    isAsync,
    idempotent: idempotentRequest(req, caller, { options, unknown }),
  }
}

/** Identifies the caller by its key, sets the usage headers, and checks that it may make renders now. */
export async function identifyRenderer(
  req: Request,
  res: Response,
  context: Pick<GatewayContext, 'accounts' | 'unknownIdLimit'>,
): Promise<Intake['caller']> {
  const caller = await identifyCaller(req, context)
  setUsageHeaders(res, caller.account)
  requirePlan(caller.account)
  return caller
}
