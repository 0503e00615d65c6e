import { readdirSync, rmSync, statSync } from 'node:fs'
import { checkout } from '../state/checkout.ts'
import { readJson, writeJson } from '../state/json-file.ts'
import { declaredNames, SERVICES, type ServiceName } from '../stack/service-environment.ts'
import { bundlePrograms } from './bundle-programs.ts'
import { areCurrent, stampFiles } from './file-stamps.ts'

/** The programs of a stack, bundled: importing one to two thousand modules is most of what the start of a service costs. */
export interface StackPrograms {
  /** Paths of the programs. */
  paths: Record<ProgramName, string>
  /** Names of the environment variables that each service's configuration reads. */
  declared: Record<ServiceName, string[]>
}

/** The services, and the programs of management that are no service. */
const COMMANDS = ['prepare-database', 'admin'] as const
export type ProgramName = ServiceName | (typeof COMMANDS)[number]

interface Manifest extends Pick<StackPrograms, 'declared'> {
  programs: Record<ProgramName, string>
  files: string[]
  stamps: ReturnType<typeof stampFiles>
}

const DIRECTORY = `${checkout}/.local/programs`
const MANIFEST = 'manifest.json'
/** Processes that run still import files of earlier bundles. */
const KEEP_UNUSED_MS = 3 * 24 * 3_600_000

let making: Promise<Manifest> | undefined

/** Returns the file of the checkout in which a program begins. */
export function sourceOf(name: ProgramName): string {
  const isCommand = (COMMANDS as readonly string[]).includes(name)
  return isCommand ? `services/management/src/${name}.ts` : `services/${name}/src/main.ts`
}

/** Returns the programs of a stack; bundles them first unless no source file has changed since the last time. */
export async function stackPrograms(): Promise<StackPrograms> {
  const manifest = readManifest() ?? (await makeOnce())
  const paths = Object.entries(manifest.programs).map(([name, file]) => [name, `${DIRECTORY}/${file}`])
  return {
    paths: Object.fromEntries(paths) as StackPrograms['paths'],
    declared: manifest.declared,
  }
}

/** Returns undefined when there is none, or when a file changed. */
function readManifest(): Manifest | undefined {
  const manifest = readJson(`${DIRECTORY}/${MANIFEST}`) as Manifest | undefined
  return manifest && areCurrent(manifest.stamps) ? manifest : undefined
}

/** Bundles once for all that ask at the same time: the end of one bundling stops the bundler of the others. */
function makeOnce(): Promise<Manifest> {
  making ??= makeManifest().finally(() => (making = undefined))
  return making
}

async function makeManifest(): Promise<Manifest> {
  const names: ProgramName[] = [...SERVICES, ...COMMANDS]
  const began = Date.now()
  const entries = Object.fromEntries(names.map((name) => [name, sourceOf(name)]))
  const { programs, sources, files } = await bundlePrograms(entries, DIRECTORY)
  const declared = await Promise.all(
    SERVICES.map(async (service) => [service, await declaredNames(service)] as const),
  )
  const manifest: Manifest = {
    programs,
    declared: Object.fromEntries(declared) as Manifest['declared'],
    files,
    stamps: stampFiles([...otherInputs(), ...sources], began),
  }
  writeJson(`${DIRECTORY}/${MANIFEST}`, manifest)
  removeUnused(files)
  return manifest
}

/** The files that decide which packages are imported, and how programs are bundled. */
function otherInputs(): string[] {
  const packages = ['packages', 'services'].flatMap((parent) =>
    readdirSync(`${checkout}/${parent}`).map((name) => `${checkout}/${parent}/${name}/package.json`),
  )
  const bundler = readdirSync(import.meta.dirname).map((name) => `${import.meta.dirname}/${name}`)
  return [`${checkout}/pnpm-lock.yaml`, ...packages, ...bundler]
}

function removeUnused(used: readonly string[]): void {
  const names = new Set([...used, MANIFEST])
  for (const name of readdirSync(DIRECTORY)) {
    const path = `${DIRECTORY}/${name}`
    const modifiedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity
    if (!names.has(name) && modifiedMs < Date.now() - KEEP_UNUSED_MS) rmSync(path, { force: true })
  }
}
