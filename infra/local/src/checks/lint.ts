import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { checkout } from '../state/checkout.ts'
import { readJson, writeJson } from '../state/json-file.ts'
import { filesToLint, type Passed } from './files-to-lint.ts'
import { runTool, type Result } from './run-tool.ts'

/** Without paths the linter would walk through node_modules as well. */
const SOURCES = ['packages', 'services', 'infra', 'jest.config.ts']
/** Remembers what has passed. */
const PASSED = `${checkout}/.local/lint-passed.json`

/**
 * Lints all sources. Rules that know types take ten times as long as the others, so they are checked again only where they
 * could say something else than at the last time that all passed.
 */
export async function lint(): Promise<Result> {
  const { files, isAll, passed } = filesToLint(checkout, readJson(PASSED) as Passed | undefined)
  const results = isAll ? [await runTool('oxlint', '--type-aware', ...SOURCES)] : await lintSome(files)
  const ok = results.every((result) => result.ok)
  if (ok) remember(passed)
  return { ok, output: results.map(({ output }) => output).join('') }
}

async function lintSome(files: readonly string[]): Promise<Result[]> {
  const all = await runTool('oxlint', ...SOURCES)
  return files.length > 0 ? [all, await runTool('oxlint', '--type-aware', ...files)] : [all]
}

function remember(passed: Passed): void {
  mkdirSync(dirname(PASSED), { recursive: true })
  writeJson(PASSED, passed)
}
