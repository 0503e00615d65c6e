import { describe, expect, test } from '@jest/globals'
import { readPicture, sendRequest, signLink, until } from '@render/testkit'
import { chromium } from 'playwright-core'
import { filesUnder } from '../hardening/files-under.ts'
import { useSharedStack } from '../use-shared-stack.ts'

const world = useSharedStack()

test('A-LINK-3: links show in the <img> of a browser, which writes %27, on a page of another origin', async () => {
  const markup = `html=%3Cbody%20style='background:%230f0'%3E`
  const links = [markup, markup.replaceAll("'", '%27')].map(
    (query, at) => world.stack.baseUrl + signLink(world.stack, `${query}&width=${40 + at}&height=30`),
  )
  await using parts = new AsyncDisposableStack()
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || undefined,
    args: ['--no-sandbox'],
  })
  parts.defer(() => browser.close())
  const page = await browser.newPage()
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.goto(`${world.origin.url}/red`)
  await page.setContent(links.map((link) => `<img src="${link}" style="display: block">`).join(''))

  const pictures = await page.locator('img').all()
  const boxes = await Promise.all(pictures.map((picture) => picture.boundingBox()))
  expect(boxes).toMatchObject([
    { width: 40, height: 30 },
    { width: 41, height: 30 },
  ])
  const seen = await readPicture(await page.screenshot())
  expect(boxes.map((box) => seen.at(box!.x + 20, box!.y + 15))).toEqual(['#00ff00', '#00ff00'])
  const sent = requested.filter((address) => address.includes('/v1/'))
  expect([sent.length, sent.filter((address) => address.includes("'"))]).toEqual([2, []])
})

test('A-LINK-5, A-LINK-10: a key that does not belong in a link is in no log', async () => {
  const { baseUrl, secretKey, directories } = world.stack
  const wrong = [
    `/v1/${secretKey}/${'0'.repeat(64)}/png?html=x`,
    signLink(world.stack, { html: 'x', s3_secret: 'sesame-of-a-link', llm_key: 'sesame-of-a-link' }),
  ]
  const answers = await Promise.all(wrong.map((path) => sendRequest(baseUrl + path)))
  expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual([
    [401, 'ApiKeyWrongFormat'],
    [400, 'InvalidOptions'],
  ])
  const logs = await until(() => {
    const text = filesUnder(directories.logs)
    return answers.every(({ body }) => text.includes(body.requestId)) ? text : undefined
  })
  expect([secretKey, 'sesame-of-a-link'].filter((secret) => logs.includes(secret))).toEqual([])
})

describe('the links of a project', () => {
  /** Is refused for its options, so that it makes no render, once its token is accepted. */
  const QUERY = 'width=300'

  const codeOf = async (path: string): Promise<string> =>
    (await sendRequest(world.stack.baseUrl + path)).body.error.code
  const signedWith = (secretKey: string) => codeOf(signLink({ ...world.stack, secretKey }, QUERY))
  const untokened = () => codeOf(`/v1/${world.stack.publishableKey}/png?${QUERY}`)

  test('A-LINK-4, A-LINK-6: follow its settings and its keys within seconds', async () => {
    const { organisationId, projectId, secretKey } = world.stack
    const project = `/organisation/${organisationId}/projects/${projectId}`
    const change = (settings: object) => world.manage(project, settings, 'PATCH')

    expect([await signedWith(secretKey), await untokened()]).toEqual([
      'NoUrlSupplied',
      'TokenlessRequestsNotEnabled',
    ])
    await change({ tokenless: true })
    await until(async () => (await untokened()) === 'NoUrlSupplied')
    expect(await signedWith('sk_another')).toBe('TokenNotMatchedError')
    await change({ tokenless: false })
    await until(async () => (await untokened()) === 'TokenlessRequestsNotEnabled')

    const { body } = await world.manage(`${project}/api-credentials`)
    const first = body.apiCredentials.find(({ kind }: { kind: string }) => kind === 'secret')
    const { apiSecret } = (await world.manage(`${project}/api-credentials`, {}, 'POST')).body
    await until(async () => (await signedWith(apiSecret)) === 'NoUrlSupplied')
    await world.manage(`${project}/api-credentials/${first.id}`, undefined, 'DELETE')
    await until(async () => (await signedWith(secretKey)) === 'TokenNotMatchedError')
    expect(await signedWith(apiSecret)).toBe('NoUrlSupplied')

    await change({ enabled: false })
    await until(async () => (await signedWith(apiSecret)) === 'ProjectNotEnabled')
  })
})
