import { silenceConsole } from '../in-page/main-world/silence-console.ts'
import { CLOSED } from '../protocol/errors.ts'
import { AUTO_ATTACH, type DirectClient, type DirectSession, type AttachedTarget } from './direct-client.ts'
import type { DirectFrames } from './direct-frames.ts'
import type { DirectRequests } from './direct-requests.ts'

const SILENCE = { expression: `(${silenceConsole.toString()})()` }

/** The sessions of a page: its own, and those of its workers and of frames in processes of their own. */
export interface DirectTargets {
  /** Prepares the session of a frame; those of targets that begin below it are prepared too. */
  prepareFrame(session: DirectSession): Promise<unknown>
  workers(): DirectSession[]
}

/** A call for the session of each frame. */
export type FrameCall = [method: string, params: object]

/** Tracks the targets of a page. `calls` are sent for each frame that begins in a process of its own. */
export function trackTargets(
  client: DirectClient,
  frames: DirectFrames,
  requests: DirectRequests,
  calls: readonly FrameCall[],
): DirectTargets {
  const children = new Map<string, DirectSession>()
  const workers = new Set<DirectSession>()

  /** Sends what every session of a frame needs; dialogs never stay open. */
  function prepareFrame(of: DirectSession): Promise<unknown> {
    of.on('Page.javascriptDialogOpening', ({ type }: { type: string }) =>
      sendOnly(of, 'Page.handleJavaScriptDialog', { accept: type === 'beforeunload' }),
    )
    trackBelow(of)
    return Promise.all([
      of.send('Page.enable'),
      requests.listen(of),
      of.send('Target.setAutoAttach', AUTO_ATTACH),
      of.send('Security.setIgnoreCertificateErrors', { ignore: true }),
    ])
  }

  function trackBelow(parent: DirectSession): void {
    parent.on('Target.attachedToTarget', (target: AttachedTarget) => attach(parent, target))
    parent.on('Target.detachedFromTarget', ({ sessionId }: AttachedTarget) => {
      const child = children.get(sessionId)
      children.delete(sessionId)
      child?.end(CLOSED)
      child?.emit('close')
    })
  }

  /** Takes a target below the page: a worker, or a frame in a process of its own. */
  function attach(parent: DirectSession, { sessionId, targetInfo }: AttachedTarget): void {
    const child = client.open(sessionId)
    children.set(sessionId, child)
    const { type, targetId: id, parentFrameId } = targetInfo
    if (type === 'iframe') {
      frames.move(id, parentFrameId, child)
      prepareFrame(child).catch(() => undefined)
      for (const call of calls) sendOnly(child, ...call)
    } else if (type === 'worker') {
      workers.add(child)
      child.once('close', () => workers.delete(child))
      // Its page would report what it prints.
      sendOnly(child, 'Runtime.evaluate', SILENCE)
      requests.listen(child, frames.find(parentFrameId) ?? frames.main).catch(() => undefined)
      trackBelow(child)
      sendOnly(child, 'Target.setAutoAttach', AUTO_ATTACH)
    }
    const isTracked = type === 'iframe' || type === 'worker'
    child
      .send('Runtime.runIfWaitingForDebugger')
      // A target that is detached from while it waits would wait for ever.
      .then(() => isTracked || parent.send('Target.detachFromTarget', { sessionId }))
      .catch(() => undefined)
  }

  return { prepareFrame, workers: () => [...workers] }
}

/** Ignores a failure of a call to a target that may be gone. */
function sendOnly(session: Pick<DirectSession, 'send'>, method: string, params?: object): void {
  session.send(method, params).catch(() => undefined)
}
