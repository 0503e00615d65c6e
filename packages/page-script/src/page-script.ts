import { fileURLToPath } from 'node:url'
import { build, stop } from 'esbuild'

/**
 * Returns a function that bundles a module with all that it imports: an expression whose value is an object with the module's
 * exports. The bundle is made once.
 */
export function pageScript(entry: URL): () => Promise<string> {
  let script: Promise<string> | undefined
  return () => (script ??= bundle(fileURLToPath(entry)))
}

/** One bundle is made after another: stopping the bundler's process would end the others. */
let last: Promise<unknown> = Promise.resolve()

function bundle(entry: string): Promise<string> {
  const made = last.then(() => bundleAlone(entry))
  last = made.catch(() => undefined)
  return made
}

async function bundleAlone(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'bundled',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
  })
  await stop()
  return `(() => {${outputFiles[0]!.text}return bundled})()`
}
