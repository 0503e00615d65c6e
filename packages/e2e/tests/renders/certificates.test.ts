// Certificates, verified with the shell line of docs/certificates.md and with `npm run verify`.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  sendRequest,
  signLink,
  startS3Server,
  startUploadReceiver,
  startWebhookCatcher,
  type ApiResponse,
} from '@render/testkit'
import { useSharedStack } from '../use-shared-stack.ts'

interface Certificate {
  timestamp: string
  hashedOptions: string
  certifiedHash: string
}

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../../..')
const guide = readFileSync(join(root, 'docs/certificates.md'), 'utf8')
const [, SHELL_LINE] = /^```bash\n(.*?)^```/ms.exec(guide)!

const world = useSharedStack()
const html = '<body style="background: #0f0"><h1>Heading</h1>'
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'certificates-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the shell line of the guide and returns the hash that it prints. */
async function hashOf({ hashedOptions: o, timestamp: t }: Certificate, file: Uint8Array): Promise<string> {
  writeFileSync(join(folder, 'file'), file)
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', SHELL_LINE!], {
    cwd: folder,
    env: { PATH: process.env.PATH, o, t },
  })
  return stdout.split(' ')[0]!
}

/** Expects a certificate of a file, and returns its options. */
async function expectCertified(certificate: Certificate, file: Uint8Array): Promise<Record<string, unknown>> {
  expect(certificate.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(await hashOf(certificate, file)).toBe(certificate.certifiedHash)
  return JSON.parse(certificate.hashedOptions) as Record<string, unknown>
}

const inHeaders = ({ headers }: ApiResponse, prefix = 'x-service'): Certificate => ({
  timestamp: headers.get(`${prefix}-certified-timestamp`)!,
  hashedOptions: String(Buffer.from(headers.get(`${prefix}-certified-options`)!, 'base64url')),
  certifiedHash: headers.get(`${prefix}-certified-hash`)!,
})
const inBody = ({ timestamp, hashedOptions, certifiedHash }: Certificate): Certificate => {
  return { timestamp, hashedOptions, certifiedHash }
}
const fileAt = async (address: string) => (await fetch(address)).bytes()
const statusOf = (renderId: string) => sendRequest(`${world.stack.baseUrl}/v1/render/${renderId}`)

describe('certify', () => {
  test.each(['png', 'pdf', 'md'])(
    'A-CERT-1: %s in a result, a status, an event and a record',
    async (format) => {
      await using catcher = await startWebhookCatcher()
      const url = `${world.origin.url}/red?page=1`
      const { status, body } = await world.client.sync({
        url,
        format,
        certify: true,
        webhook_url: catcher.url,
      })
      expect([status, body.warnings]).toEqual([200, undefined])
      expect(await expectCertified(body, await fileAt(body.renderUrl))).toMatchObject({ url, format })
      const [event] = await catcher.untilCaught(1)
      const { organisationId } = world.stack
      const record = await world.manage(`/organisation/${organisationId}/renders/${body.renderId}`)
      for (const other of [JSON.parse(event!.body), record.body])
        expect(inBody(other.result)).toEqual(inBody(body))
      expect(inBody((await statusOf(body.renderId)).body)).toEqual(inBody(body))
      expect((await world.client.sync({ html, mock: true })).body).not.toHaveProperty('timestamp')
    },
  )

  test('A-CERT-1: as binary and base64, in headers', async () => {
    for (const response_type of ['binary', 'base64']) {
      const answer = await world.client.sync({ html, mock: true, certify: true, response_type })
      const file =
        response_type === 'binary' ? answer.body : Buffer.from(String(Buffer.from(answer.body)), 'base64')
      expect(await expectCertified(inHeaders(answer), file)).toMatchObject({ format: 'png' })
      const record = await statusOf(answer.headers.get('x-service-render-id')!)
      expect(inBody(record.body)).toEqual(inHeaders(answer))
    }
  })

  test('A-CERT-1: shows none of the secrets that the render used', async () => {
    await using receiver = await startUploadReceiver()
    await using catcher = await startWebhookCatcher()
    const { status, body } = await world.client.sync({
      url: `${world.origin.url.replace('://', '://sesame-1:sesame-2@')}/red`,
      certify: true,
      authorization: 'Bearer sesame-3',
      header: ['X-Own: sesame-4'],
      cookie: ['own=sesame-5'],
      webhook_url: catcher.url.replace('://', '://me:sesame-6@'),
      thumbnails: [{ width: 9, presigned_url: `${receiver.url}/?sesame-7` }],
      s3_key: 'sesame-8',
      s3_secret: 'sesame-9',
      azure_sas_token: 'sig=sesame-10',
      llm_provider: 'openai',
      llm_key: 'sesame-11',
      llm_aws_access_key_id: 'sesame-14',
      llm_aws_secret_access_key: 'sesame-12',
      retry_with: [{ authorization: 'sesame-13' }],
    })
    expect([status, body.error]).toEqual([200, undefined])
    expect(world.origin.seen.at(-1)!.headers).toMatchObject({ 'x-own': 'sesame-4', cookie: 'own=sesame-5' })
    const options = await expectCertified(body, await fileAt(body.renderUrl))
    expect(options).toMatchObject({ url: `${world.origin.url}/red`, thumbnails: [{ width: 9 }] })
    expect(JSON.stringify(inBody(body))).not.toContain('sesame')
  })

  test('A-CERT-2: one byte of file, options or time changed does not verify', async () => {
    const { body } = await world.client.sync({ html, mock: true, certify: true, format: 'md' })
    const file = await fileAt(body.renderUrl)
    await expectCertified(body, file)
    for (const at of [0, file.length - 1]) {
      const changed = file.with(at, file[at]! ^ 1)
      expect(await hashOf(body, changed)).not.toBe(body.certifiedHash)
    }
    const changed = [
      { hashedOptions: body.hashedOptions.replace('"md"', '"mD"') },
      { timestamp: body.timestamp.replace(/\dZ$/, (end: string) => `${(Number(end[0]) + 1) % 10}Z`) },
    ]
    for (const other of changed)
      expect(await hashOf({ ...body, ...other }, file)).not.toBe(body.certifiedHash)
  })

  test('A-CERT-3: of HTML has its digest', async () => {
    const { body } = await world.client.sync({ html, certify: true, mock: true })
    const options = await expectCertified(body, await fileAt(body.renderUrl))
    const sha256 = createHash('sha256').update(html).digest('hex')
    expect(options).toMatchObject({ html: { sha256 }, mock: true })
  })

  test('A-CERT-3: of a file in a bucket', async () => {
    await using server = await startS3Server()
    const { accessKeyId: s3_key, secretAccessKey: s3_secret, bucket: s3_bucket, url: s3_endpoint } = server
    const store = { use_s3: true, s3_key, s3_secret, s3_bucket, s3_endpoint, s3_path: 'certified' }
    const { body } = await world.client.sync({ html, mock: true, certify: true, ...store })
    expect(body.renderUrl).toBe(`${s3_endpoint}/${s3_bucket}/certified.png`)
    await expectCertified(body, await fileAt(body.renderUrl))
  })

  test('A-CERT-3: of a file at a presigned URL', async () => {
    await using server = await startS3Server()
    const s3_presigned_url = await server.presign('certified.png', 'image/png')
    const { body } = await world.client.sync({ html, mock: true, certify: true, s3_presigned_url })
    expect(body.renderUrl).toBe(`${server.url}/${server.bucket}/certified.png`)
    await expectCertified(body, await fileAt(body.renderUrl))
    expect(body.hashedOptions).not.toContain('Signature')
  })

  test('A-CERT-3: with no_upload, in headers', async () => {
    const mock = { html, mock: true, certify: true }
    const answer = await world.client.sync({ ...mock, no_upload: true, response_type: 'binary' })
    await expectCertified(inHeaders(answer), answer.body)
  })

  test('A-CERT-3: of a link is the same for every answer from the cache', async () => {
    const linkOf = (more = {}) =>
      world.stack.baseUrl + signLink(world.stack, { html, certify: 'true', ...more })
    const answers: ApiResponse[] = []
    for (const more of [{}, {}, { response_type: 'json' }]) answers.push(await sendRequest(linkOf(more)))
    const [miss, hit, json] = answers as [ApiResponse, ApiResponse, ApiResponse]
    expect(answers.map(({ headers }) => headers.get('x-service-cache-status'))).toEqual([
      'MISS',
      'HIT',
      'HIT',
    ])
    await expectCertified(inHeaders(miss), hit.body)
    expect(inHeaders(hit)).toEqual(inHeaders(miss))
    expect(inBody(json.body)).toEqual(inHeaders(miss))
    const without = await sendRequest(world.stack.baseUrl + signLink(world.stack, { html }))
    expect(without.headers.get('x-service-cache-status')).toBe('MISS')
    expect(without.headers.get('x-service-certified-hash')).toBeNull()
  })

  test('R-7: is refused with secure_mode', async () => {
    const options = { html, certify: true, secure_mode: true, response_type: 'binary' }
    const { status, body } = await world.client.sync(options)
    expect([status, body.error.code]).toEqual([400, 'InvalidOptions'])
    expect(body.error.message).toContain('"certify" and "secure_mode"')
  })
})

describe('npm run verify', () => {
  const verify = (...files: string[]) =>
    run(process.execPath, [join(root, 'infra/local/src/commands/verify.ts'), ...files], {
      env: { PATH: process.env.PATH, INIT_CWD: folder },
    })

  test('checks a result, and headers that curl saved as in the guide', async () => {
    const { body } = await world.client.sync({ html, certify: true, mock: true, format: 'md' })
    writeFileSync(join(folder, 'result.json'), JSON.stringify(body))
    writeFileSync(join(folder, 'page.md'), await fileAt(body.renderUrl))
    const named = ['run', '--silent', '--prefix', root, 'verify', '--', 'result.json', 'page.md']
    const { stdout } = await run('npm', named, { cwd: folder })
    expect(stdout).toContain(`Valid: made at ${body.timestamp}`)
    expect(stdout).toContain(body.hashedOptions)

    const [, block] = /^```sh\n(.*?)^```/ms.exec(guide)!
    const { baseUrl: BASE_URL, secretKey: SECRET_KEY } = world.stack
    await run('bash', ['-c', block!], { cwd: folder, env: { PATH: process.env.PATH, BASE_URL, SECRET_KEY } })
    expect((await verify('headers.txt', 'file')).stdout).toContain('Valid: made at ')

    await expect(verify('headers.txt', 'page.md')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Not valid'),
    })
    await expect(verify('page.md', 'page.md')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('"x-service-certified-timestamp" is missing'),
    })
    await expect(verify('result.json')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Usage'),
    })
  })
})
