// Runs the code blocks of docs/management.md in order.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { readPicture, startWebhookCatcher, type CaughtEvent } from '@render/testkit'
import { useSharedStack } from '../use-shared-stack.ts'

const guide = readFileSync(new URL('../../../../docs/management.md', import.meta.url), 'utf8')
const blocks = Array.from(guide.matchAll(/^```sh\n(.*?)^```/gms), ([, block]) => block!)
/** Printed after each block, to separate the output of the blocks. */
const END = '--- end of a block ---'

const hasCurl = spawnSync('curl', ['--version']).status === 0
const describeGuide = hasCurl ? describe : describe.skip

describeGuide('the guide to the Management API', () => {
  const world = useSharedStack()
  let outputs: string[]
  let events: CaughtEvent[]
  let picture: Buffer

  beforeAll(async () => {
    const directory = mkdtempSync(`${tmpdir()}/guide-`)
    await using catcher = await startWebhookCatcher()
    const { baseUrl, managementUrl, directories } = world.stack
    const child = spawn('bash', ['-euo', 'pipefail', '-c', blocks.join(`\necho '${END}'\n`)], {
      cwd: directory,
      env: {
        PATH: process.env.PATH,
        BASE_URL: baseUrl,
        MANAGEMENT_URL: managementUrl.replace(/\/v2$/, ''),
        EMAIL: 'ada@example.com',
        PASSWORD: 'a-password-of-tests',
        WEBHOOK_URL: catcher.url,
        LOG: `${directories.logs}/management.log`,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 60_000,
    })
    let printed = ''
    let complaints = ''
    child.stdout.on('data', (chunk) => (printed += String(chunk)))
    child.stderr.on('data', (chunk) => (complaints += String(chunk)))
    const [code] = (await once(child, 'close')) as [number]
    if (code !== 0) throw new Error(`A block of the guide failed.\n${printed}\n${complaints}`)
    outputs = printed.split(`${END}\n`)
    events = await catcher.untilCaught(2)
    picture = readFileSync(`${directory}/picture.png`)
    rmSync(directory, { recursive: true })
  }, 120_000)

  /** Returns the output of the block that contains this text. */
  const outputOf = (text: string): string => outputs[blocks.findIndex((block) => block.includes(text))]!

  test('lists the users who signed up', () => {
    expect(outputOf('ME=')).toContain('"email":"ada@example.com"')
  })

  test('renders a picture and shows its record and usage', async () => {
    expect((await readPicture(picture)).width).toBe(400)
    expect(JSON.parse(outputOf('/renders/$RENDER_ID'))).toMatchObject({
      status: 'succeeded',
      tags: ['guide'],
    })
    expect(outputOf('manage /usage')).toContain('"rendersUsed":1')
  })

  test('creates a report', () => {
    expect(outputOf('render-reports')).toContain('The heading is too large.')
  })

  test('replays its event under the same id', () => {
    const [first, second] = events.map(({ headers }) => headers['webhook-id'])
    expect(first).toBeDefined()
    expect(second).toBe(first)
  })

  test('creates a key with one permission and shows its creator', () => {
    expect(outputOf('MANAGEMENT_KEY=')).toContain('"rendersUsed":1')
    expect(outputOf('/audit')).toContain('"action":"createManagementKey"')
  })
})
