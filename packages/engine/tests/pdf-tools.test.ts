import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { chmodSync, mkdtempSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findOnPath } from '../src/browser/executable.ts'
import { createPdfTools } from '../src/programs/pdf-tools.ts'
import { shareTestProxy } from './test-proxy.ts'

const ROOT = process.geteuid!() === 0

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'programs-'))
  chmodSync(folder, 0o755)
  for (const program of ['nice', 'prlimit', 'setpriv', 'id', 'env', 'cat', 'readlink', 'sleep'])
    symlinkSync(findOnPath(program, process.env.PATH)!, join(folder, program))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Installs scripts under the names of programs, draws a PDF and returns the output. */
async function draw(
  programs: Record<string, string>,
  {
    timeoutMs,
    enter,
    signal = new AbortController().signal,
  }: { timeoutMs?: number; enter?: readonly string[]; signal?: AbortSignal } = {},
): Promise<string> {
  for (const [name, script] of Object.entries(programs))
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}`, { mode: 0o755 })
  const environment = { PATH: folder, SECRET_KEY: 'secret' }
  const pdfTools = createPdfTools({ environment, enter, timeoutMs })
  const drawn = await pdfTools.rasterisePdf(Buffer.from('%PDF'), { width: 800, maxHeight: 5000 }, signal)
  return drawn.toString()
}

test('the program has a memory limit, can read the file and does not see our environment', async () => {
  const script = 'id -u; ulimit -v; env; for word in "$@"; do [ ! -f "$word" ] || cat "$word"; done'
  const [uid, memory, ...rest] = (await draw({ pdftocairo: script })).split('\n')
  expect(uid).toBe(ROOT ? '65534' : String(process.getuid!()))
  expect(memory).toBe(String(1024 ** 2))
  expect(rest).toContain('%PDF')
  expect(rest.join()).not.toContain('secret')
})

const proxy = await shareTestProxy()
const testInside = proxy.namespace ? test : test.skip

testInside('the program is in the network namespace of the browsers', async () => {
  const network = await draw({ pdftocairo: 'readlink /proc/self/ns/net' }, { enter: proxy.enter })
  expect(network).toMatch(/^net:/)
  expect(network.trim()).not.toBe(readlinkSync('/proc/self/ns/net'))
})

test('mutool draws when pdftocairo is not installed', async () => {
  const print = 'echo "$0 $@"'
  expect(await draw({ mutool: print })).toMatch(/\/mutool draw .*-w 800 -h 5000 .*page\.pdf 1\n$/)
  expect(await draw({ mutool: print, pdftocairo: print })).toMatch(/\/pdftocairo /)
})

test('fails with an error that names the package to install when no program is installed', async () => {
  await expect(draw({})).rejects.toMatchObject({
    code: 'NavigationError',
    message: expect.stringContaining('poppler-utils'),
  })
})

test.each([
  ['fails', 'echo not for others >&2; exit 1'],
  ['takes too long', 'exec sleep 1000'],
])('fails with NavigationError when the program %s', async (_, script) => {
  await expect(draw({ pdftocairo: script }, { timeoutMs: 500 })).rejects.toMatchObject({
    code: 'NavigationError',
    message: 'The first page of the PDF could not be drawn.',
  })
})

test('fails when its render is aborted while the program runs', async () => {
  const render = new AbortController()
  const drawing = draw({ pdftocairo: 'exec sleep 1000' }, { signal: render.signal })
  render.abort()
  await expect(drawing).rejects.toMatchObject({ code: 'NavigationError' })
})
