// Chooses the queue of a render. `region`, `render_queue` and `engine_version` all select workers that an operator has set
// apart: those whose RENDER_QUEUE has that name. Videos go to a queue beside it, so that other renders do not wait for them.
import { RenderError } from '@render/errors'
import { videosQueue } from '@render/jobs'
import { mergeOptions, type ParsedOptions, type ResolvedOptions } from '@render/options'
import { isVideo } from '@render/outputs'
import { withAttribution, type RequestedOptions } from '../intake/read-options.ts'

/** Queues, regions and engine versions that the operator offers. */
export interface Routing {
  queues: string[]
  regions: string[]
  /** Engine versions; workers of the default queue run the first. */
  versions: string[]
}

/** The queue that was chosen for a render. */
export interface QueueRoute {
  /** Name of the queue; the default queue when undefined. */
  queue?: string
  /** Warnings for the caller. */
  warnings: string[]
}

type Version = ResolvedOptions['engine_version']

/** From the oldest and most stable version to the newest. */
const VERSIONS_BY_AGE: Version[] = ['lts', 'stable', 'latest', 'experimental']

/**
 * Chooses the queue of a render. A known region takes precedence; an unknown one is refused, because a region is a promise.
 * An unknown queue or version only causes a warning.
 * @throws {RenderError} `InvalidOptions` for a region that the operator does not have.
 */
export function routeRender(
  { options, defaults }: Pick<RequestedOptions, 'options'> & { defaults: Pick<ParsedOptions, 'options'> },
  { queues, regions, versions }: Routing,
): QueueRoute {
  const merged = mergeOptions(options, defaults.options)
  const { region, render_queue, engine_version: version, format = 'png' } = merged
  withAttribution(
    options,
    () => requireRegion(region, regions),
    () => requireRegion(options.region, regions),
  )

  const warnings: string[] = []
  const choices: { option: string; queue: string }[] = []
  if (region !== undefined) choices.push({ option: 'region', queue: region })
  if (render_queue !== undefined) {
    if (queues.includes(render_queue)) choices.push({ option: 'render_queue', queue: render_queue })
    else warnings.push(`"render_queue" ${JSON.stringify(render_queue)} does not exist and was ignored.`)
  }
  if (version !== undefined) {
    const offered = nearestVersion(version, versions)
    if (offered !== version)
      warnings.push(`"engine_version" ${version} is not available: ${offered} was used.`)
    if (offered !== versions[0]) choices.push({ option: 'engine_version', queue: offered })
  }

  const [chosen, ...others] = choices
  for (const { option } of others)
    warnings.push(`"${option}" was ignored because "${chosen!.option}" decides the queue.`)
  const queue = chosen?.queue
  return { queue: isVideo(format) ? videosQueue(queue) : queue, warnings }
}

/** Returns the names of all queues other than the default one to which renders can go. */
export function queuesOf({ queues, regions, versions }: Routing): string[] {
  const names = [...new Set([...queues, ...regions, ...versions.slice(1)])]
  return [...names.flatMap((name) => [name, videosQueue(name)]), videosQueue()]
}

/** Returns the offered version that is nearest in age; the older of two that are equally near. */
function nearestVersion(version: Version, versions: string[]): string {
  const distance = (name: string) =>
    Math.abs(VERSIONS_BY_AGE.indexOf(name as Version) - VERSIONS_BY_AGE.indexOf(version))
  const offered = VERSIONS_BY_AGE.filter((each) => versions.includes(each))
  return offered.toSorted((a, b) => distance(a) - distance(b))[0] ?? versions[0]!
}

function requireRegion(region: string | undefined, regions: string[]): void {
  if (region === undefined || regions.includes(region)) return
  const reason =
    regions.length > 0
      ? `must be one of ${regions.join(', ')}, not ${JSON.stringify(region)}`
      : 'is not supported: this service has no regions'
  throw RenderError.forOption('region', `"region" ${reason}.`)
}
