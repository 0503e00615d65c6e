import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const WORKSPACE = '@render/'
/** Matches a module that is imported. A text that only looks like an import lints a file more often than necessary. */
const IMPORTED = /\b(?:from|import)\b\s*\(?\s*'([^']+)'/g

/** Returns the files of the checkout that a source file imports, as paths from its root. */
export function importsOf(file: string, source: string, packages: ReadonlyMap<string, string>): string[] {
  return [...source.matchAll(IMPORTED)].flatMap(([, module]) => {
    if (module!.startsWith('.')) return [join(dirname(file), module!)]
    return packages.get(module!) ?? []
  })
}

/** Returns the entry of each package of the workspace, by the name that it is imported by. */
export function entriesOf(manifests: readonly string[], root: string): Map<string, string> {
  return new Map(
    manifests.flatMap((manifest) => {
      const { name, exports } = JSON.parse(readFileSync(join(root, manifest), 'utf8')) as Manifest
      const entry = exports?.['.']
      return entry && name.startsWith(WORKSPACE) ? [[name, join(dirname(manifest), entry)] as const] : []
    }),
  )
}

interface Manifest {
  name: string
  exports?: Record<string, string>
}
