import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'

const script = `${import.meta.dirname}/../bootstrap.mjs`
let directory: string

beforeEach(() => {
  directory = mkdtempSync(`${tmpdir()}/bootstrap-`)
})

afterEach(() => rmSync(directory, { recursive: true }))

/** Runs the bootstrap with a PATH that contains only these programs. */
function bootstrap(
  command: string[],
  { programs = [], ...environment }: { programs?: string[]; [name: string]: unknown },
) {
  for (const program of programs) symlinkSync('/bin/true', `${directory}/${program}`)
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...command], {
    encoding: 'utf8',
    env: { PATH: directory, HOME: directory, ...(environment as Record<string, string>) },
  })
  return { status, output: stdout + stderr }
}

describe('the bootstrap', () => {
  test('lists its commands when the command is unknown', () => {
    const { status, output } = bootstrap(['nonsense'], {})
    expect(status).toBe(1)
    for (const command of [
      'start',
      'stop',
      'dev',
      'verify',
      'test',
      'check',
      'generate',
      'format',
      'bench',
      'faults',
      'mutants',
      'soak',
      'contact-sheet',
    ]) {
      expect(output).toMatch(new RegExp(`npm run ${command} `))
    }
  })

  test('lists missing parts and the variables that replace them, and exits', () => {
    const { status, output } = bootstrap(['start'], {})
    expect(status).toBe(1)
    expect(output).toContain('Missing on this machine')
    expect(output).toContain('REDIS_URL=')
    expect(output).toContain('FFMPEG_PATH=')
    // Optional.
    expect(output).not.toContain('poppler')
  })

  test.each([
    ['dnf', 'sudo dnf install valkey ffmpeg-free'],
    ['pacman', 'sudo pacman -S valkey ffmpeg'],
    ['brew', 'brew install redis ffmpeg'],
  ])('prints the install command of %s', (manager, command) => {
    const { output } = bootstrap(['start'], { programs: [manager, 'fc-list'], CHROMIUM_PATH: '/bin/true' })
    expect(output).toContain(command)
  })

  test('does not require a part whose variable is set', () => {
    const { output } = bootstrap(['start'], { FFMPEG_PATH: '/bin/true' })
    expect(output).toContain('Redis')
    expect(output).not.toContain('ffmpeg')
  })

  test('rejects a variable that names no program', () => {
    const { status, output } = bootstrap(['start'], { CHROMIUM_PATH: '/nowhere' })
    expect(status).toBe(1)
    expect(output).toContain('CHROMIUM_PATH must be the path of a program: /nowhere')
  })

  test('stops nothing when nothing was started', () => {
    const { status, output } = bootstrap(['stop'], { STATE_DIRECTORY: directory })
    expect(status).toBe(0)
    expect(output).toContain('Nothing to stop')
  })
})
