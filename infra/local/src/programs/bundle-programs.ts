import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { build, stop } from 'esbuild'
import { checkout } from '../state/checkout.ts'
import { keepLocations } from './keep-locations.ts'

/** CommonJS packages require modules of Node, which a bundle can only by a `require` of its own. */
const REQUIRE = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"

export interface Bundle {
  /** The file names of the programs in the directory, by name. */
  programs: Record<string, string>
  /** The names of all files of the bundle. */
  files: string[]
  /** The paths of the source files that are part of it, without those of installed packages. */
  sources: string[]
}

/**
 * Bundles programs into files of a directory: one for each program, and chunks that they share or import later. The files are
 * named by their content and written at once, so that several processes can write the same and running ones keep theirs.
 */
export async function bundlePrograms(entries: Record<string, string>, directory: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    entryPoints: Object.entries(entries).map(([out, file]) => ({ in: resolve(checkout, file), out })),
    absWorkingDir: checkout,
    outdir: directory,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'esnext',
    // The conditions of Node, without those that bundlers add.
    conditions: [],
    entryNames: '[name]-[hash]',
    chunkNames: 'chunk-[hash]',
    banner: { js: REQUIRE },
    legalComments: 'none',
    logLevel: 'silent',
    metafile: true,
    write: false,
    plugins: [keepLocations],
  })
  await stop()
  mkdirSync(directory, { recursive: true })
  for (const { path, contents } of outputFiles) {
    if (existsSync(path)) continue
    const draft = `${path}.${randomUUID()}`
    writeFileSync(draft, contents)
    renameSync(draft, path)
  }
  const outputs = new Map<string, string>()
  for (const [file, { entryPoint }] of Object.entries(metafile.outputs)) {
    if (entryPoint) outputs.set(resolve(checkout, entryPoint), basename(file))
  }
  const programs = Object.entries(entries).map(([name, file]) => [
    name,
    outputs.get(resolve(checkout, file))!,
  ])
  return {
    programs: Object.fromEntries(programs) as Record<string, string>,
    files: outputFiles.map(({ path }) => basename(path)),
    sources: Object.keys(metafile.inputs)
      .map((file) => resolve(checkout, file))
      .filter((file) => !file.includes('/node_modules/')),
  }
}
