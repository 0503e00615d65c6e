import { EventEmitter } from 'node:events'
import type { DirectSession } from './direct-client.ts'

/** A frame of a page, with what the engine uses of Playwright's. */
export interface DirectFrame {
  readonly id: string
  readonly session: DirectSession
  url(): string
  parentFrame(): DirectFrame | null
}

/** Events about the documents and addresses of frames. */
interface FrameEvents {
  /** A new document has begun. */
  committed: [frame: DirectFrame, loaderId: string]
  /** The address of a frame has changed, with or without a new document. */
  navigated: [frame: DirectFrame]
  removed: [frame: DirectFrame]
}

export interface DirectFrames {
  readonly main: DirectFrame
  readonly events: EventEmitter<FrameEvents>
  all(): DirectFrame[]
  find(id: string | undefined): DirectFrame | undefined
  /** Tracks the frames of a session: that of the page, or that of a frame in a process of its own. */
  listen(session: DirectSession): void
  /** Moves a frame to a process of its own. */
  move(id: string, parentId: string | undefined, session: DirectSession): void
}

interface State {
  frame: DirectFrame
  parent: string | undefined
  address: string
  session: DirectSession
}

/** Tracks the frames of a page, whose main frame has the id of its target. */
export function trackFrames(page: DirectSession, targetId: string): DirectFrames {
  const states = new Map<string, State>()
  const events = new EventEmitter<FrameEvents>()

  function add(id: string, parent: string | undefined, session: DirectSession): DirectFrame {
    const known = states.get(id)
    if (known) return known.frame
    const state: State = { parent, address: parent === undefined ? 'about:blank' : '', session } as State
    state.frame = {
      id,
      get session() {
        return state.session
      },
      url: () => state.address,
      parentFrame: () => states.get(state.parent ?? '')?.frame ?? null,
    }
    states.set(id, state)
    return state.frame
  }

  function removeBelow(id: string): void {
    for (const [child, { parent }] of states) if (parent === id) remove(child)
  }

  function remove(id: string): void {
    removeBelow(id)
    const state = states.get(id)
    states.delete(id)
    if (state) events.emit('removed', state.frame)
  }

  /** Puts a frame into the process of a session. */
  function place(id: string, session: DirectSession): void {
    removeBelow(id)
    states.get(id)!.session = session
  }

  function listen(session: DirectSession): void {
    session.on(
      'Page.frameAttached',
      ({ frameId, parentFrameId }: { frameId: string; parentFrameId: string }) => {
        if (!states.has(parentFrameId)) return
        add(frameId, parentFrameId, session)
        // One that had a process of its own is back in that of its parent.
        if (states.get(frameId)!.session !== session) place(frameId, session)
      },
    )
    session.on('Page.frameDetached', ({ frameId, reason }: { frameId: string; reason: string }) => {
      if (reason === 'swap') removeBelow(frameId)
      else if (states.get(frameId)?.session === session) remove(frameId)
    })
    session.on('Page.frameNavigated', ({ frame }: { frame: NavigatedFrame }) => {
      const state = states.get(frame.id)
      if (!state) return
      removeBelow(frame.id)
      state.address = frame.url + (frame.urlFragment ?? '')
      events.emit('committed', state.frame, frame.loaderId)
      events.emit('navigated', state.frame)
    })
    session.on('Page.navigatedWithinDocument', ({ frameId, url }: { frameId: string; url: string }) => {
      const state = states.get(frameId)
      if (!state) return
      state.address = url
      events.emit('navigated', state.frame)
    })
  }

  const main = add(targetId, undefined, page)
  listen(page)
  return {
    main,
    events,
    all: () => Array.from(states.values(), ({ frame }) => frame),
    find: (id) => states.get(id ?? '')?.frame,
    listen,
    move(id, parentId, session) {
      add(id, parentId ?? targetId, session)
      place(id, session)
      session.once('close', () => {
        if (states.get(id)?.session === session) remove(id)
      })
      listen(session)
    },
  }
}

interface NavigatedFrame {
  id: string
  loaderId: string
  url: string
  urlFragment?: string
}
