// The rules that have to hold after any faults.
import type { RequestedRender } from './history.ts'

export interface Evidence {
  requested: readonly RequestedRender[]
  /** Status by render id. */
  statuses: ReadonlyMap<string, string>
  records: readonly RecordedRender[]
  /** SHA-256 of the file served at `renderUrl`, by render id. */
  served: ReadonlyMap<string, string>
  events: readonly CaughtEvent[]
  /** State in the delivery log, by render id. */
  deliveries: ReadonlyMap<string, string>
  /** Number of renders counted as usage. */
  usage: number
}

export interface RecordedRender {
  renderId: string
  tag: string | null
  status: string
  /** Hash of the artefact. */
  sha256: string | null
}

interface CaughtEvent {
  eventId: string
  renderId: string
}

type Rule = (evidence: Evidence) => string[]

const rules: Rule[] = [
  everyResponseIsComplete,
  acceptedIsFinished,
  nothingUnrequested,
  atMostOnce,
  artefactsMatchRecords,
  oneEvent,
  usageIsExact,
]

/** Returns the violations as text; empty when there are none. */
export function findViolations(evidence: Evidence): string[] {
  return rules.flatMap((rule) => rule(evidence))
}

function everyResponseIsComplete({ requested }: Evidence): string[] {
  return requested
    .filter(({ answer }) => answer === 'broken')
    .map(({ tag, status }) => `${tag} was answered ${status} without a render id`)
}

function acceptedIsFinished({ requested, statuses, records }: Evidence): string[] {
  const recorded = new Map(records.map((record) => [record.renderId, record]))
  return requested
    .filter(({ answer }) => answer === 'accepted')
    .flatMap(({ tag, renderId = '' }) => {
      const status = statuses.get(renderId) ?? 'unknown'
      if (!['succeeded', 'failed'].includes(status)) return [`${tag} was accepted but is ${status}`]
      const record = recorded.get(renderId)
      if (record?.status !== status) return [`${tag} is ${status} but recorded as ${record?.status}`]
      return record.tag === tag ? [] : [`${tag} is recorded as ${record.tag}`]
    })
}

function nothingUnrequested({ requested, records }: Evidence): string[] {
  const tags = new Set<string | null>(requested.map(({ tag }) => tag))
  return records
    .filter(({ tag }) => !tags.has(tag))
    .map(({ renderId, tag }) => `${renderId} (${tag}) was never requested`)
}

function atMostOnce({ records }: Evidence): string[] {
  return repeated(records.map(({ tag }) => tag)).map((tag) => `${tag} was rendered more than once`)
}

function artefactsMatchRecords({ records, served }: Evidence): string[] {
  return records
    .filter(({ status, renderId, sha256 }) => status === 'succeeded' && served.get(renderId) !== sha256)
    .map(({ tag }) => `the artefact of ${tag} differs from its record`)
}

function oneEvent({ requested, records, events, deliveries }: Evidence): string[] {
  const wanted = new Set<string | null>(
    requested.filter(({ wantsEvent }) => wantsEvent).map(({ tag }) => tag),
  )
  const ids = Map.groupBy(
    new Map(events.map((event) => [event.eventId, event])).values(),
    (event) => event.renderId,
  )
  const known = new Set(records.map(({ renderId }) => renderId))
  return [
    ...records.flatMap(({ tag, renderId }) => {
      const count = ids.get(renderId)?.length ?? 0
      if (!wanted.has(tag)) return count === 0 ? [] : [`${tag} has an event without webhook_url`]
      if (count > 1) return [`${tag} has ${count} events`]
      const end = deliveries.get(renderId)
      if (end === 'exhausted' || (end === 'delivered' && count === 1)) return []
      return [`the event of ${tag} is ${end} and was ${count === 1 ? 'received' : 'never received'}`]
    }),
    ...[...ids.keys()].filter((id) => !known.has(id)).map((id) => `an event names the unknown render ${id}`),
    ...ambiguous(events).map((eventId) => `the event ${eventId} names several renders`),
  ]
}

function usageIsExact({ records, usage }: Evidence): string[] {
  const succeeded = records.filter(({ status }) => status === 'succeeded').length
  return usage === succeeded ? [] : [`${usage} renders were counted but ${succeeded} succeeded`]
}

function ambiguous(events: readonly CaughtEvent[]): string[] {
  const pairs = new Map(events.map(({ eventId, renderId }) => [`${eventId} ${renderId}`, eventId]))
  return repeated([...pairs.values()]).map(String)
}

function repeated<T>(values: readonly T[]): T[] {
  const seen = new Set<T>()
  return [...new Set(values.filter((value) => seen.size === seen.add(value).size))]
}
