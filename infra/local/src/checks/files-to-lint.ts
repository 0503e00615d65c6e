import { hash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { entriesOf, importsOf } from './source-imports.ts'

/** The state of the sources when they passed all rules. */
export interface Passed {
  /** The digest of what decides on all files: rules, compiler options, versions, and declarations for libraries. */
  settings: string
  /** The digest of each file, by its path. */
  files: Record<string, string>
}

export interface ToLint {
  files: string[]
  /** True when no file has passed before. */
  isAll: boolean
  /** The state to store once these files have passed. */
  passed: Passed
}

const FOLDERS = '{packages,services,infra}/*'
const SETTINGS = ['.oxlintrc.json', 'tsconfig.json', 'package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml']
const isInstalled = (path: string): boolean => path.includes('node_modules')

/**
 * Returns the files for which rules that know types could say something else than when all sources passed: those that have
 * changed, and those that import one of these, directly or through others.
 */
export function filesToLint(root: string, before?: Passed): ToLint {
  const find = (pattern: string): string[] => globSync(pattern, { cwd: root, exclude: isInstalled })
  const read = (file: string): string => readFileSync(join(root, file), 'utf8')
  const manifests = find(`${FOLDERS}/package.json`)
  const declarations = find(`${FOLDERS}/**/*.d.ts`)
  const sources = new Map(find(`{*.ts,${FOLDERS}/**/*.{ts,json}}`).map((file) => [file, read(file)]))
  const passed: Passed = {
    settings: digest([...SETTINGS, ...manifests, ...declarations].map(read).join('\0')),
    files: Object.fromEntries([...sources].map(([file, source]) => [file, digest(source)])),
  }
  const files = [...sources.keys()].filter((file) => file.endsWith('.ts'))
  if (before?.settings !== passed.settings) return { files, isAll: true, passed }
  const changed = files
    .concat(Object.keys(before.files))
    .filter((file) => before.files[file] !== passed.files[file])
  const affected = withImporters(changed, importersOf(sources, entriesOf(manifests, root)))
  return { files: files.filter((file) => affected.has(file)), isAll: false, passed }
}

function importersOf(
  sources: ReadonlyMap<string, string>,
  packages: ReadonlyMap<string, string>,
): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const [file, source] of sources)
    for (const imported of importsOf(file, source, packages))
      importers.set(imported, [...(importers.get(imported) ?? []), file])
  return importers
}

function withImporters(
  files: readonly string[],
  importers: ReadonlyMap<string, readonly string[]>,
): Set<string> {
  const all = new Set(files)
  // The set grows while it is walked through.
  for (const file of all) for (const importer of importers.get(file) ?? []) all.add(importer)
  return all
}

function digest(text: string): string {
  return hash('sha256', text)
}
