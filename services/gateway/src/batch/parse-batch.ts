import type { Account } from '@render/directory'
import { RenderError } from '@render/errors'
import type { Options } from '@render/options'
import { readOptions, type AskedOptions } from '../read-options.ts'
import { eachRender } from './each-render.ts'

/** Renders that one request asks for. */
export interface AskedBatch {
  renders: AskedOptions[]
  /** Who is told when all of them have ended. */
  webhook_url?: string
  /** Sentences about what else is in the request. */
  warnings: string[]
}

export const MOST_RENDERS = 100

/**
 * Reads the body of a request for several renders.
 * @throws {RenderError} `InvalidOptions` with every complaint about every render.
 */
export async function parseBatch(
  { renders, ...beside }: Record<string, unknown>,
  account: Pick<Account, 'project' | 'plan'>,
  parser: Pick<Options, 'parseOptions' | 'parseDefaults'>,
): Promise<AskedBatch> {
  if (!Array.isArray(renders) || renders.length === 0 || renders.length > MOST_RENDERS)
    throw refusal('renders', `"renders" must be a list of 1 to ${MOST_RENDERS} renders.`)
  const { options, unknown } = parser.parseDefaults(beside)
  const { webhook_url, ...others } = options
  return {
    renders: await eachRender(renders, (render) => {
      if (!isObject(render))
        throw new RenderError('InvalidOptions', { message: 'must be an object of options.' })
      return readOptions(render, account, parser)
    }),
    ...(webhook_url && { webhook_url }),
    warnings: Object.keys({ ...others, ...unknown }).map(
      (name) => `"${name}" has no effect beside "renders": options belong to each of them.`,
    ),
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function refusal(option: string, message: string): RenderError {
  return new RenderError('InvalidOptions', { message, details: [{ option, message }] })
}
