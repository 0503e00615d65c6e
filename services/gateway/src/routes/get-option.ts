import { RenderError } from '@render/errors'
import { nearestNames, optionNamed } from '@render/options'
import { answerPublicJson } from '../answer/public-json.ts'
import { notModified, okResponse } from '../openapi/responses.ts'
import type { Endpoint } from './endpoint.ts'

const MAX_SUGGESTIONS = 3
/** Part of an unknown name that the message repeats; no option has a longer name. */
const MAX_NAME_LENGTH = 64

/** Describes one option, found by any of its spellings. */
export const getOption: Endpoint = {
  id: 'getOption',
  method: 'get',
  paths: ['/v1/options/:name'],
  summary: 'Get one option of a render',
  description:
    'Accepts the name in snake_case or camelCase. The message of a 404 suggests the most similar names.',
  key: 'none',
  responses: { ...okResponse('The option.', 'Option'), ...notModified },
  failures: [404],
  run: ({ options }) => {
    const described = new Map(
      options.describeOptions().map((option) => [option.name, JSON.stringify(option)]),
    )
    return (req, res) => {
      const spelling = String(req.params.name)
      const name = optionNamed(spelling)
      const json = name && described.get(name)
      if (!json) throw unknownOption(spelling)
      answerPublicJson(req, res, json)
    }
  },
}

function unknownOption(spelling: string): RenderError {
  const name = spelling.slice(0, MAX_NAME_LENGTH).toWellFormed()
  const similar = nearestNames(spelling, MAX_SUGGESTIONS).map((each) => `"${each}"`)
  const advice = similar.length > 0 ? `did you mean ${anyOf(similar)}?` : 'GET /v1/options lists all options.'
  return new RenderError('NotFound', { message: `Unknown option "${name}": ${advice}` })
}

function anyOf(words: string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words)
}
