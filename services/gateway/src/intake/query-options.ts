import { RenderError } from '@render/errors'
import { optionNamed } from '@render/options'
import type { Request } from 'express'

/** Further names are only counted. */
const MAX_NAMED = 20
/** Names that are quoted. Others, such as keys and addresses, may be secrets that a client put in the wrong place. */
const PLAIN_NAME = /^(?![spm]k[_-])[\w.[\]-]{1,40}$/i

/** Returns warnings about the names in the query of a POST, whose options are in the body. */
export function warningsOfQuery({ query }: Pick<Request, 'query'>): string[] {
  const names = Object.keys(query)
  const others = names.length - MAX_NAMED
  const named = names.slice(0, MAX_NAMED).map((name) => (PLAIN_NAME.test(name) ? `"${name}"` : 'A name'))
  return [
    ...named.map((name) => `${name} in the query has no effect: send options in the body.`),
    ...(others > 0 ? [`${others} more names in the query have no effect.`] : []),
  ]
}

/** Calls `read`, which reads the options of a body. An error about a lack of "url" and "html" says if the query has them. */
export function withHintAboutQuery<T>({ query }: Pick<Request, 'query'>, read: () => T): T {
  try {
    return read()
  } catch (error) {
    const isInQuery = Object.keys(query).some((name) => ['url', 'html'].includes(optionNamed(name) ?? ''))
    if (!isInQuery || !(error instanceof RenderError) || error.code !== 'NoUrlSupplied') throw error
    const message = 'Either "url" or "html" is required in the body: those in the query have no effect.'
    throw new RenderError('NoUrlSupplied', { message })
  }
}
