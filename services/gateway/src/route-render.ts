// Which workers make a render: `region`, `render_queue` and `engine_version` all mean workers that an operator has set
// apart, and whose RENDER_QUEUE has the name that is asked for.
import { RenderError } from '@render/errors'
import { mergeOptions, type ParsedOptions, type RenderOptions } from '@render/options'
import type { AskedOptions } from './read-options.ts'

/** What the operator offers. */
export interface Routing {
  queues: string[]
  regions: string[]
  /** Builds of the engine; the first one is what workers of the default queue run. */
  versions: string[]
}

export interface Route {
  /** The queue of workers; the default one when undefined. */
  queue?: string
  /** Sentences for the caller. */
  warnings: string[]
}

type Version = RenderOptions['engine_version']

/** From the most settled build to the newest. */
const AGES: Version[] = ['lts', 'stable', 'latest', 'experimental']

/**
 * Picks the queue of a render. A region is a promise, so an unknown one is refused and a known one goes before all else;
 * of an unknown queue or build the caller is warned.
 * @throws {RenderError} `InvalidOptions` for a region that the operator does not have.
 */
export function routeRender(
  { options, defaults }: Pick<AskedOptions, 'options'> & { defaults: Pick<ParsedOptions, 'options'> },
  { queues, regions, versions }: Routing,
): Route {
  const { region, render_queue, engine_version: version } = mergeOptions(options, defaults.options)
  if (region !== undefined && !regions.includes(region)) throw unknownRegion(region, regions)

  const warnings: string[] = []
  const choices: { option: string; queue: string }[] = []
  if (region !== undefined) choices.push({ option: 'region', queue: region })
  if (render_queue !== undefined) {
    if (queues.includes(render_queue)) choices.push({ option: 'render_queue', queue: render_queue })
    else warnings.push('"render_queue" names no queue here: the default one is used.')
  }
  if (version !== undefined) {
    const built = nearestBuild(version, versions)
    if (built !== version) warnings.push(`"engine_version" ${version} is not there: ${built} is used.`)
    if (built !== versions[0]) choices.push({ option: 'engine_version', queue: built })
  }

  const [chosen, ...others] = choices
  for (const { option } of others) warnings.push(`"${option}" has no effect beside "${chosen!.option}".`)
  return { queue: chosen?.queue, warnings }
}

/** The queues that renders can go to beside the default one. */
export function queuesOf({ queues, regions, versions }: Routing): string[] {
  return [...new Set([...queues, ...regions, ...versions.slice(1)])]
}

/** Of two that are equally near, the more settled one. */
function nearestBuild(version: Version, versions: string[]): string {
  const distance = (name: string) => Math.abs(AGES.indexOf(name as Version) - AGES.indexOf(version))
  const known = AGES.filter((age) => versions.includes(age))
  return known.toSorted((a, b) => distance(a) - distance(b))[0] ?? versions[0]!
}

function unknownRegion(region: string, regions: string[]): RenderError {
  const known = regions.length > 0 ? `must be one of ${regions.join(', ')}` : 'cannot be chosen here'
  const message = `"region" ${known}, not ${JSON.stringify(region)}.`
  return new RenderError('InvalidOptions', { message, details: [{ option: 'region', message }] })
}
