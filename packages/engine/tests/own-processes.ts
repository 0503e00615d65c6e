import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { descendantsOf, type RunningProcess } from '@render/testkit'
import { sharedBrowsers } from './test-engine.ts'

/** Returns the descendants of this process, without the browsers of the engine that its test files share. */
export function ownProcesses(): RunningProcess[] {
  const browsers = sharedBrowsers()
  const shared = new Set([...browsers, ...descendantsOf(...browsers).map(({ pid }) => pid)])
  return descendantsOf(process.pid).filter(({ pid }) => !shared.has(pid))
}

/** Returns the folders that this process has for browsers and files, without those of the engine that its test files share. */
export function ownFolders(kinds = 'browser|scratch'): string[] {
  const own = new RegExp(`^render-(${kinds})-${process.pid}-`)
  const browsers = new Set(sharedBrowsers())
  const shared = descendantsOf(process.pid).filter(({ pid }) => browsers.has(pid))
  return readdirSync(tmpdir()).filter(
    (name) => own.test(name) && !shared.some(({ command }) => command.includes(name)),
  )
}
