import { statfs } from 'node:fs/promises'

const LOOK_MS = 1000

/**
 * Looks every second whether so much of a disk is free, and tells when that changes. It counts as free where that cannot be
 * said.
 */
export function watchDisk(
  path: string,
  freePercent: number,
  changed: (hasRoom: boolean) => void,
): Disposable {
  let had = true
  async function look(): Promise<void> {
    const { bavail, blocks } = await statfs(path).catch(() => ({ bavail: 1, blocks: 1 }))
    const hasRoom = bavail * 100 >= blocks * freePercent
    if (hasRoom !== had) changed(hasRoom)
    had = hasRoom
  }
  const timer = setInterval(() => void look(), LOOK_MS)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
