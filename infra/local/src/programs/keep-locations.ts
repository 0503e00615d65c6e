import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin, PluginBuild } from 'esbuild'

/** Packages that load binaries or programs relative to their own files: they stay where they are installed. */
const INSTALLED = /^(sharp|playwright-core|esbuild|msgpackr-extract)$/

const PACKAGE = /^[^./]/

/** CommonJS modules that name files beside them. */
const NAME_FILES = /\/node_modules\/(?:bullmq|ioredis|msgpackr|pino|thread-stream)\/.*\.c?js$/

/** Lets bundled modules find files beside their sources, and imports from their own folders what has to stay there. */
export const keepLocations: Plugin = {
  name: 'keep locations',
  setup(build) {
    build.onResolve({ filter: PACKAGE }, async ({ path, kind, pluginData, ...from }) => {
      // A bundler cannot tell the names that a CommonJS package exports, and what is imported later does not delay a start.
      const stays = INSTALLED.test(path) || (kind === 'dynamic-import' && !path.startsWith('@render/'))
      if (!stays || pluginData === build) return undefined
      const found = await build.resolve(path, { ...from, kind, pluginData: build })
      // An optional package that is not installed, or a module of Node.
      if (found.errors.length > 0 || found.external) return { path, external: true }
      return { path: pathToFileURL(found.path).href, external: true }
    })
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
      contents: await locateModule(await readFile(path, 'utf8'), path, build),
      loader: 'ts',
    }))
    build.onLoad({ filter: NAME_FILES }, async ({ path }) => ({
      contents: locateCommonJs(await readFile(path, 'utf8'), path),
      loader: 'js',
    }))
  },
}

/** Replaces what a module asks about its location by the answers. */
async function locateModule(source: string, path: string, build: PluginBuild): Promise<string> {
  if (!source.includes('import.meta')) return source
  const answers: Record<string, string> = {
    'import.meta.url': pathToFileURL(path).href,
    'import.meta.dirname': dirname(path),
    'import.meta.filename': path,
  }
  for (const [call, specifier] of source.matchAll(/\bimport\.meta\.resolve\('([^']+)'\)/g)) {
    const options = { resolveDir: dirname(path), kind: 'import-statement' } as const
    const found = await build.resolve(specifier!, options)
    answers[call] = found.external ? found.path : pathToFileURL(found.path).href
  }
  return source.replaceAll(/\bimport\.meta\.(?:url|dirname|filename|resolve\('[^']+'\))/g, (question) =>
    JSON.stringify(answers[question]),
  )
}

function locateCommonJs(source: string, path: string): string {
  if (!/\b__(?:dirname|filename)\b/.test(source)) return source
  const names = { __dirname: dirname(path), __filename: path }
  // On the first line, so that line numbers stay.
  return `var ${Object.entries(names)
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
    .join(', ')}; ${source}`
}
