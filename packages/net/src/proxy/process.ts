// The egress proxy's process: it alone opens connections for pages. It runs no code of theirs and is told by its parent
// which ways out there are.
import { createEgress, type Egress, type EgressSettings } from '../egress-policy.ts'
import { openDoor, type Door, type DoorLimits } from './door.ts'
import { ownAddress, ownPort, type Entrance } from './entrance.ts'
import { listenInside } from './listen-inside.ts'
import type { Destination } from './socks.ts'
import type { Route } from './uplink.ts'

/** What is true of all ways out. */
export interface ProxySettings extends Omit<EgressSettings, 'query'> {
  /** They lead to none of these hosts, and to none below them, unless one is permitted to. */
  forbidden?: readonly string[]
}

/** What the parent asks; every question has one answer of the same `id`. */
export type Question = { id: number } &
  /** The first one. */
  (
    | { ask: 'start'; settings: ProxySettings; enter: readonly string[] }
    | { ask: 'open'; limits: DoorLimits; route?: Route }
    | { ask: 'branch'; url: string; route?: Route }
    | { ask: 'permit'; url: string; hosts: readonly string[] }
    | { ask: 'bytes'; url: string }
    | { ask: 'refusal'; url: string; destination: Destination }
    | { ask: 'close'; url: string }
    | { ask: 'alive' }
  )

/** The address of a door or a branch, the bytes so far, or why a connection was refused. */
export type Said = { id: number; value: string | number | undefined }

let egress: Egress
let forbidden: ReadonlySet<string>
/** Questions that come after the first need not wait for its answer. */
let entrance: Promise<Entrance>
const doors = new Map<string, Door>()

process.on('message', (question: Question) => {
  void answer(question).then((value) => process.send!({ id: question.id, value } satisfies Said))
})
// An orphan would go on holding the ways out open.
process.on('disconnect', () => process.exit())

async function answer(question: Question): Promise<Said['value']> {
  switch (question.ask) {
    case 'start':
      egress = createEgress(question.settings)
      forbidden = new Set(question.settings.forbidden)
      entrance = findEntrance(question.enter)
      await entrance
      return undefined
    case 'open': {
      const door = await openDoor(egress, question.limits, await entrance, {
        forbidden,
        route: question.route,
      })
      doors.set(door.url, door)
      return door.url
    }
    case 'branch':
      return doors.get(question.url)?.branch(question.route)
    case 'permit':
      doors.get(question.url)?.permit(question.hosts)
      return undefined
    case 'bytes':
      return doors.get(question.url)?.bytes()
    case 'refusal':
      return doors.get(question.url)?.refusalOf(question.destination)
    case 'close': {
      const door = doors.get(question.url)
      doors.delete(question.url)
      await door?.[Symbol.asyncDispose]()
      return door?.bytes()
    }
    case 'alive':
      return undefined
  }
}

async function findEntrance(enter: readonly string[]): Promise<Entrance> {
  return enter.length > 0 ? ownAddress(await listenInside(enter)) : ownPort
}
