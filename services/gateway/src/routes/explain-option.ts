import { RenderError } from '@render/errors'
import type { Route } from '@render/http'
import { nearestNames, optionNamed } from '@render/options'
import { answerPublic } from '../answer-public.ts'
import type { GatewayContext } from '../context.ts'

const MOST_SUGGESTIONS = 3
/** Longer names are no names; an error message is no place for them. */
const LONGEST_SHOWN = 64

/** One option, by any of its spellings. */
export function explainOption({ options }: Pick<GatewayContext, 'options'>): Route {
  const described = new Map(options.describeOptions().map((option) => [option.name, JSON.stringify(option)]))
  return {
    name: 'explain-option',
    paths: ['/v1/options/:name'],
    handlers: {
      get: [
        (req, res) => {
          const spelling = String(req.params.name)
          const name = optionNamed(spelling)
          const json = name && described.get(name)
          if (!json) throw unknownOption(spelling)
          answerPublic(req, res, json)
        },
      ],
    },
  }
}

function unknownOption(spelling: string): RenderError {
  const shown = spelling.slice(0, LONGEST_SHOWN).toWellFormed()
  const near = nearestNames(spelling, MOST_SUGGESTIONS).map((name) => `"${name}"`)
  const advice = near.length > 0 ? `did you mean ${anyOf(near)}?` : 'GET /v1/options lists them.'
  return new RenderError('NotFound', { message: `There is no option "${shown}": ${advice}` })
}

function anyOf(words: string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words)
}
