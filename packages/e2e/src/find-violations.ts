// The rules that hold once all faults are over, whatever they were.
import type { AskedRender } from './history.ts'

export interface Evidence {
  asked: readonly AskedRender[]
  /** What the status of each accepted render says, by its id. */
  statuses: ReadonlyMap<string, string>
  records: readonly RecordedRender[]
  /** SHA-256 of what is served at the address of a render, by its id. */
  served: ReadonlyMap<string, string>
  events: readonly CaughtEvent[]
  /** How the log of deliveries says that each event ended, by the render's id. */
  deliveries: ReadonlyMap<string, string>
  /** Renders that were counted. */
  usage: number
}

export interface RecordedRender {
  renderId: string
  tag: string | null
  status: string
  /** Of the artefact. */
  sha256: string | null
}

interface CaughtEvent {
  eventId: string
  renderId: string
}

type Rule = (evidence: Evidence) => string[]

const rules: Rule[] = [
  acceptedMeansFinished,
  nothingUnasked,
  atMostOnce,
  artefactsAreWhole,
  oneEvent,
  usageIsExact,
]

/** What is wrong, in words; empty when nothing is. */
export function findViolations(evidence: Evidence): string[] {
  return rules.flatMap((rule) => rule(evidence))
}

function acceptedMeansFinished({ asked, statuses, records }: Evidence): string[] {
  const recorded = new Map(records.map((record) => [record.renderId, record]))
  return asked
    .filter(({ answer }) => answer === 'accepted')
    .flatMap(({ tag, renderId = '' }) => {
      const status = statuses.get(renderId) ?? 'unknown'
      if (!['succeeded', 'failed'].includes(status)) return [`${tag} was accepted, and is ${status}`]
      const record = recorded.get(renderId)
      if (record?.status !== status) return [`${tag} is ${status}, and recorded as ${record?.status}`]
      return record.tag === tag ? [] : [`${tag} is recorded as ${record.tag}`]
    })
}

function nothingUnasked({ asked, records }: Evidence): string[] {
  const tags = new Set<string | null>(asked.map(({ tag }) => tag))
  return records
    .filter(({ tag }) => !tags.has(tag))
    .map(({ renderId, tag }) => `${renderId} (${tag}) was never asked for`)
}

function atMostOnce({ records }: Evidence): string[] {
  return repeated(records.map(({ tag }) => tag)).map((tag) => `${tag} was rendered more than once`)
}

function artefactsAreWhole({ records, served }: Evidence): string[] {
  return records
    .filter(({ status, renderId, sha256 }) => status === 'succeeded' && served.get(renderId) !== sha256)
    .map(({ tag }) => `${tag} has not the artefact that its record tells of`)
}

function oneEvent({ asked, records, events, deliveries }: Evidence): string[] {
  const wanted = new Set<string | null>(asked.filter(({ wantsEvent }) => wantsEvent).map(({ tag }) => tag))
  const ids = Map.groupBy(
    new Map(events.map((event) => [event.eventId, event])).values(),
    (event) => event.renderId,
  )
  const known = new Set(records.map(({ renderId }) => renderId))
  return [
    ...records.flatMap(({ tag, renderId }) => {
      const count = ids.get(renderId)?.length ?? 0
      if (!wanted.has(tag)) return count === 0 ? [] : [`${tag} has an event that nobody wanted`]
      if (count > 1) return [`${tag} has ${count} events`]
      const end = deliveries.get(renderId)
      if (end === 'exhausted' || (end === 'delivered' && count === 1)) return []
      return [`the event of ${tag} is ${end}, ${count === 1 ? 'and came' : 'and never came'}`]
    }),
    ...[...ids.keys()]
      .filter((id) => !known.has(id))
      .map((id) => `an event tells of ${id}, which nobody knows`),
    ...ambiguous(events).map((eventId) => `the event ${eventId} tells of several renders`),
  ]
}

function usageIsExact({ records, usage }: Evidence): string[] {
  const succeeded = records.filter(({ status }) => status === 'succeeded').length
  return usage === succeeded ? [] : [`${usage} renders are counted, and ${succeeded} succeeded`]
}

function ambiguous(events: readonly CaughtEvent[]): string[] {
  const pairs = new Map(events.map(({ eventId, renderId }) => [`${eventId} ${renderId}`, eventId]))
  return repeated([...pairs.values()]).map(String)
}

function repeated<T>(values: readonly T[]): T[] {
  const seen = new Set<T>()
  return [...new Set(values.filter((value) => seen.size === seen.add(value).size))]
}
