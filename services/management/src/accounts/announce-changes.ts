import { publishAccountChange, type connectFailFast } from '@render/jobs'

/** Notifies gateways of changed accounts, so that they do not wait for their next poll. */
export interface ChangeAnnouncer extends Disposable {
  /** Announces a change of an organisation; null is a change of all. */
  announce(organisationId: string | null): void
}

/** Changes of one organisation within this time after an announcement are announced together. */
const PAUSE_MS = 500

export function createChangeAnnouncer(redis: ReturnType<typeof connectFailFast>): ChangeAnnouncer {
  /** Organisations with a recent announcement, and whether there was a change since. */
  const recent = new Map<string | null, { isDue: boolean; timer: NodeJS.Timeout }>()

  function announce(organisationId: string | null): void {
    const paused = recent.get(organisationId)
    if (paused) return void (paused.isDue = true)
    publishAccountChange(redis, organisationId)
    const timer = setTimeout(() => {
      const { isDue } = recent.get(organisationId)!
      recent.delete(organisationId)
      if (isDue) announce(organisationId)
    }, PAUSE_MS)
    recent.set(organisationId, { isDue: false, timer })
  }

  return {
    announce,
    [Symbol.dispose]() {
      for (const { timer } of recent.values()) clearTimeout(timer)
    },
  }
}
