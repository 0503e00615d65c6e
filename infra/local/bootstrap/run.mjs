// Runs other programs: quietly with a progress line, or with this process's terminal and signals.
import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { constants as osConstants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root folder of the checkout. */
export const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))

const HEARTBEAT_MS = 10_000
const KEPT_LINES = 40
const PARENT_CHECK_MS = 500

/** Prints an error message and exits. */
export function fail(message) {
  console.error(`\n${message}\n`)
  process.exit(1)
}

/** Returns the full path of the first of these programs that is on the PATH. */
export function onPath(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Returns the trimmed output of a short program; undefined when it fails. */
export function output(program, ...programArguments) {
  const { status, stdout } = spawnSync(program, programArguments, { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/**
 * Runs a long step quietly: prints one line at its start, its last output every ten seconds, and its duration.
 * Returns whether it succeeded and the last lines of its output.
 */
export async function runStep(title, program, programArguments, { env = process.env, cwd = root } = {}) {
  const began = Date.now()
  const seconds = () => `${((Date.now() - began) / 1000).toFixed(1)} s`
  const lines = []
  console.log(`${title} ...`)
  const heartbeat = setInterval(
    () => console.log(`  ${seconds()}: ${lines.at(-1) ?? 'working'}`),
    HEARTBEAT_MS,
  )
  const child = spawn(program, programArguments, { cwd, env, stdio: ['inherit', 'pipe', 'pipe'] })
  const keep = (chunk) => {
    lines.push(
      ...`${chunk}`
        .split(/[\r\n]+/)
        .map((line) => line.trimEnd())
        .filter(Boolean),
    )
    lines.splice(0, lines.length - KEPT_LINES)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const code = await ended(child)
  clearInterval(heartbeat)
  if (code === 0) console.log(`  done in ${seconds()}`)
  return { ok: code === 0, tail: lines.join('\n') }
}

/** Runs a program on this process's terminal, forwards signals to it and returns its exit code. */
export async function runToEnd(program, programArguments, { env }) {
  const child = spawn(program, programArguments, { cwd: root, env, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  const watch = process.env.npm_lifecycle_event ? whenOrphaned(() => child.kill('SIGTERM')) : undefined
  const code = await ended(child)
  clearInterval(watch)
  return code
}

/** Calls `act` when the parent process changes: npm's shell exits without forwarding signals when npm is stopped. */
function whenOrphaned(act) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    act()
  }, PARENT_CHECK_MS)
  return watch
}

function ended(child) {
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolve(127)
    })
    child.on('close', (code, signal) => resolve(code ?? 128 + (osConstants.signals[signal] ?? 0)))
  })
}
