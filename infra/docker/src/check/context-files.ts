import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, matchesGlob } from 'node:path'

/**
 * Returns the files of the build context, relative to the checkout: what git tracks or would add, without what
 * .dockerignore excludes. A test ensures that .dockerignore excludes everything that git ignores.
 */
export function contextFiles(root: string, ignoreText: string): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  const ignored = createIgnore(ignoreText)
  return listed.split('\0').filter((file) => file !== '' && !ignored(file) && existsSync(`${root}/${file}`))
}

/** Returns a test whether .dockerignore excludes a path: the last pattern that matches it or a parent folder decides. */
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
