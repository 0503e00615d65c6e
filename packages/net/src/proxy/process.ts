// The egress proxy's process: it alone opens connections for pages. It runs no code of theirs and is told by its parent
// which ways out there are.
import { createEgress, type Egress, type EgressSettings } from '../egress-policy.ts'
import { openDoor, type Door, type DoorLimits, type Refusal } from './door.ts'
import type { Destination } from './socks.ts'
import type { Route } from './uplink.ts'

/** What the parent asks; every question has one answer of the same `id`. */
export type Question = { id: number } &
  /** The first one. */
  (
    | { ask: 'start'; settings: EgressSettings }
    | { ask: 'open'; limits: DoorLimits; route?: Route }
    | { ask: 'branch'; port: number; route?: Route }
    | { ask: 'forbid'; port: number; hosts: readonly string[] }
    | { ask: 'bytes'; port: number }
    | { ask: 'refusal'; port: number; destination: Destination }
    | { ask: 'close'; port: number }
    | { ask: 'alive' }
  )

/** The port of a listener, the bytes so far, or why a connection was refused. */
export type Said = { id: number; value: number | Refusal | undefined }

let egress: Egress
const doors = new Map<number, Door>()

process.on('message', (question: Question) => {
  void answer(question).then((value) => process.send!({ id: question.id, value } satisfies Said))
})
// An orphan would go on holding the ways out open.
process.on('disconnect', () => process.exit())

async function answer(question: Question): Promise<Said['value']> {
  switch (question.ask) {
    case 'start':
      egress = createEgress(question.settings)
      return undefined
    case 'open': {
      const door = await openDoor(egress, question.limits, question.route)
      doors.set(door.port, door)
      return door.port
    }
    case 'branch':
      return doors.get(question.port)?.branch(question.route)
    case 'forbid':
      doors.get(question.port)?.forbid(question.hosts)
      return undefined
    case 'bytes':
      return doors.get(question.port)?.bytes()
    case 'refusal':
      return doors.get(question.port)?.refusalOf(question.destination)
    case 'close': {
      const door = doors.get(question.port)
      doors.delete(question.port)
      await door?.[Symbol.asyncDispose]()
      return door?.bytes()
    }
    case 'alive':
      return undefined
  }
}
