import { chownSync, copyFileSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BASE_IMAGE, baseRoot } from './base-root.ts'
import { contextFiles } from './context-files.ts'
import type { Layers } from './layers.ts'
import { parseDockerfile, variablesOf, type Stage, type Step } from './dockerfile.ts'
import { lastLines, mustRun, runInRoot, type RootSystem } from './root-system.ts'

/** The result of the last stage of a Dockerfile. */
export interface BuiltImage {
  system: RootSystem
  directory: string
  user: string
  variables: Record<string, string>
  healthCheck: string[]
}

interface Build {
  checkout: string
  work: string
  layers: Layers
  lent: Pick<RootSystem, 'hostFiles' | 'hostVariables'>
  report: (line: string) => void
}

/** Executes a Dockerfile line by line, each stage in a fresh root file system below `work`. */
export async function buildImage(dockerfile: string, build: Build): Promise<BuiltImage> {
  const built = new Map<string, BuiltImage>()
  let image: BuiltImage | undefined
  for (const [index, stage] of parseDockerfile(readFileSync(dockerfile, 'utf8')).entries()) {
    const name = stage.name ?? `stage-${index}`
    const { steps } = stage
    image = await begin(stage, `${build.work}/${name}`, built, build)
    // The first command of a stage is part of its layer.
    const done = stage.base === BASE_IMAGE && steps[0]?.kind === 'run' ? 1 : 0
    await follow({ ...stage, steps: steps.slice(done) }, image, built, build)
    built.set(name, image)
  }
  if (!image) throw new Error(`${dockerfile} has no stage.`)
  return image
}

/** Copies an earlier stage with its settings, or the base image after the stage's first command. */
async function begin(
  stage: Stage,
  path: string,
  built: Map<string, BuiltImage>,
  build: Build,
): Promise<BuiltImage> {
  const { base } = stage
  const system = { path, ...build.lent }
  const earlier = built.get(base)
  if (earlier) {
    await mustRun('cp', ['-a', '--reflink=auto', earlier.system.path, path])
    return { ...earlier, system, variables: { ...earlier.variables } }
  }
  if (base !== BASE_IMAGE) throw new Error(`Unsupported base image ${base}: only ${BASE_IMAGE} is available.`)
  const image = { system, directory: '/', user: 'root', variables: {}, healthCheck: [] }
  const { layers } = build
  const bare = await baseRoot(layers)
  const [first] = stage.steps
  const withFirst = async (root: string) => {
    await unpack(bare, root)
    const begun = { ...image, system: { ...system, path: root } }
    await follow({ ...stage, steps: stage.steps.slice(0, 1) }, begun, built, build)
  }
  await unpack(first?.kind === 'run' ? await layers.get([bare, first.command], withFirst) : bare, path)
  return image
}

async function unpack(archive: string, path: string): Promise<void> {
  mkdirSync(path)
  await mustRun('tar', ['-C', path, '-xf', archive])
}

async function follow(
  stage: Stage,
  image: BuiltImage,
  built: Map<string, BuiltImage>,
  build: Build,
): Promise<void> {
  for (const [index, step] of stage.steps.entries()) {
    const began = performance.now()
    const variables = { ...image.variables, ...variablesOf({ ...stage, steps: stage.steps.slice(0, index) }) }
    await followStep(step, { image, variables, built, build })
    const seconds = (performance.now() - began) / 1000
    if (seconds > 1) build.report(`${seconds.toFixed(1)} s  ${describe(step)}`)
  }
}

async function followStep(
  step: Step,
  at: { image: BuiltImage; variables: Record<string, string>; built: Map<string, BuiltImage>; build: Build },
): Promise<void> {
  const { image, variables, built, build } = at
  const root = image.system.path
  switch (step.kind) {
    case 'run': {
      const settings = { directory: image.directory, variables, user: image.user }
      const { code, output } = await runInRoot(image.system, ['/bin/sh', '-c', step.command], settings)
      if (code !== 0) throw new Error(`RUN ${step.command}\nended with ${code}:\n${lastLines(output)}`)
      return
    }
    case 'copy': {
      const destination = join(
        root,
        step.destination.startsWith('/') ? '' : image.directory,
        step.destination,
      )
      const from = step.from === undefined ? undefined : built.get(step.from)?.system.path
      if (step.from !== undefined && !from) throw new Error(`COPY --from=${step.from}: unknown stage.`)
      for (const source of step.sources) {
        if (from) await copyFromStage(join(from, source), destination)
        else copyFromContext(build.checkout, source, destination)
      }
      return
    }
    case 'environment':
      Object.assign(image.variables, step.values)
      return
    case 'directory':
      image.directory = join(image.directory, step.path)
      mkdirSync(join(root, image.directory), { recursive: true })
      return
    case 'user':
      image.user = step.name
      return
    case 'health':
      image.healthCheck = step.command
      return
    case 'argument':
  }
}

async function copyFromStage(source: string, destination: string): Promise<void> {
  const isFolder = statSync(source).isDirectory()
  mkdirSync(isFolder ? destination : dirname(destination), { recursive: true })
  await mustRun('cp', ['-a', isFolder ? `${source}/.` : source, destination])
}

/** Copies a folder's contents or a file, owned by root as in an engine. */
function copyFromContext(checkout: string, source: string, destination: string): void {
  const ignoreFile = `${checkout}/.dockerignore`
  const files = contextFiles(checkout, existsSync(ignoreFile) ? readFileSync(ignoreFile, 'utf8') : '')
  const wanted = files.filter((file) => source === '.' || file === source || file.startsWith(`${source}/`))
  if (wanted.length === 0) throw new Error(`COPY ${source}: not found in the build context.`)
  for (const file of wanted) {
    const inside =
      file === source ? (destination.endsWith('/') ? file.split('/').at(-1)! : '') : relative(file, source)
    const target = join(destination, inside)
    mkdirSync(dirname(target), { recursive: true })
    copyFileSync(`${checkout}/${file}`, target)
    chownSync(target, 0, 0)
  }
}

function relative(file: string, folder: string): string {
  return folder === '.' ? file : file.slice(folder.length + 1)
}

function describe(step: Step): string {
  if (step.kind === 'run') return `RUN ${step.command.replaceAll(/\s+/g, ' ').slice(0, 90)}`
  return step.kind === 'copy' ? `COPY ${step.sources.join(' ')} ${step.destination}` : step.kind
}
