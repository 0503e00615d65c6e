import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, matchesGlob } from 'node:path'

/**
 * The files that an engine would be sent to build from: of this checkout, relative to it, what git knows or would add, without
 * what .dockerignore leaves out. What git ignores, .dockerignore has to leave out too, which a test sees to.
 */
export function contextFiles(root: string, ignoreText: string): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  const ignored = createIgnore(ignoreText)
  return listed.split('\0').filter((file) => file !== '' && !ignored(file) && existsSync(`${root}/${file}`))
}

/** Whether a .dockerignore leaves a path out: the last pattern that fits the path, or a folder above it, decides. */
export function createIgnore(text: string): (path: string) => boolean {
  const rules = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({
      ignores: !line.startsWith('!'),
      pattern: line.replace(/^!/, '').replaceAll(/^\/|\/$/g, ''),
    }))
  return (path) => {
    const places = withParents(path)
    const last = rules.findLast(({ pattern }) => places.some((place) => matchesGlob(place, pattern)))
    return last?.ignores ?? false
  }
}

function withParents(path: string): string[] {
  const parent = dirname(path)
  return parent === '.' ? [path] : [path, ...withParents(parent)]
}
