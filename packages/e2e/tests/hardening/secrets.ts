import { expect, test } from '@jest/globals'
import {
  sendRequest,
  createRenderClient,
  query,
  signLink,
  startModelDouble,
  startUploadReceiver,
  startUpstreamProxy,
  startWebhookCatcher,
  until,
  type ApiResponse,
} from '@render/testkit'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { filesUnder } from './files-under.ts'
import { dumpDatabase, filesOf, findLeaks } from './find-leaks.ts'
import type { SearchedWorld } from './searched-world.ts'

/** A value that is not secret, to prove that the search finds things. */
const CONTROL = 'control-0123456789'

/** Defines the tests. They change the defaults of the stack's project. */
export function testSecrets(world: SearchedWorld): void {
  /** Returns a distinct secret for each use. */
  const sentinels = new Set<string>()
  const sentinel = (name: string): string => {
    sentinels.add(name)
    return `sesame-${name}-0123456789`
  }

  test('G05, G31: no secret appears in logs, Redis, Postgres, responses, metrics or files', async () => {
    await using catcher = await startWebhookCatcher()
    await using receiver = await startUploadReceiver()
    await using model = await startModelDouble()
    // A server may quote what it is sent.
    model.answers.splice(0, 1, `Your key is ${sentinel('llm-key')}.`)
    await using proxy = await startUpstreamProxy('http', { password: sentinel('proxy') })
    await using pool = await startUpstreamProxy('http', { password: sentinel('pool'), host: '127.0.1.8' })
    const { info, client } = world.stack
    const management = info.managementUrl.replace(/\/v2$/, '')
    const responses: unknown[] = []
    const note = (answer: ApiResponse): ApiResponse => {
      responses.push([answer.status, ...answer.headers, answer.body])
      return answer
    }
    const manage = async (method: string, path: string, body?: object) =>
      sendRequest(`${info.managementUrl}${path}`, {
        method,
        headers: { 'x-api-key': info.organisationKey, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })

    const { id: organisation } = note(await manage('GET', '/organisation')).body
    const [project] = note(await manage('GET', '/projects')).body.projects
    const below = `/organisation/${organisation}`
    const ofProject = `${below}/projects/${project.id}`

    // Secrets that are shown once, on creation.
    const key = (await manage('POST', `${below}/management-keys`, { name: 'a', permissions: ['*'] })).body.key
    const { apiSecret } = (await manage('POST', `${ofProject}/api-credentials`)).body
    const { secret: rotated } = (await manage('POST', `${ofProject}/webhook-secrets`, { overlapHours: 1 }))
      .body

    // Secrets that are stored for later renders.
    const store = { name: 'a', provider: 'aws_s3', bucket: 'a', region: 'eu-west-1' }
    const keys = { accessKeyId: sentinel('store-id'), secretAccessKey: sentinel('store') }
    note(await manage('POST', `${below}/storage-credentials`, { ...store, ...keys }))
    const llm = note(
      await manage('POST', `${below}/llm-credentials`, {
        name: 'a',
        provider: 'openai',
        apiKey: sentinel('llm'),
        baseUrl: world.origin.url,
      }),
    ).body.id
    note(await manage('POST', `${below}/llm-credentials/${llm}/test`))
    expect(world.origin.seen.at(-1)?.headers.authorization).toBe(`Bearer ${sentinel('llm')}`)
    const proxies = [{ name: 'a', url: pool.url }]
    const { id: proxyId } = note(await manage('POST', `${below}/proxies`, { name: 'a', proxies })).body
    note(await manage('PUT', `${ofProject}/proxy`, { proxyId }))
    const defaults = {
      header: [`X-Default: ${sentinel('default-header')}`],
      s3_secret: sentinel('default-s3-secret'),
      azure_sas_token: `sig=${sentinel('default-sas')}`,
      llm_key: sentinel('default-llm'),
      llm_provider: 'openai',
      authorisation: sentinel('default-misspelled'),
    }
    note(await manage('PATCH', `${ofProject}/render-defaults`, { options: defaults }))
    for (const path of ['storage-credentials', 'llm-credentials', 'proxies', `projects/${project.id}`])
      note(await manage('GET', `${below}/${path}`))
    note(await manage('PATCH', `${ofProject}/render-defaults`, { options: { proxy: sentinel('refused') } }))
    note(
      await manage('POST', `${below}/proxies`, {
        name: 'b',
        proxies: [{ name: 'a', url: sentinel('refused') }],
      }),
    )

    // Sign-in and operators.
    const account = { email: `${CONTROL}@example.com`, password: sentinel('password') }
    const signIn = (path: string, body: object) =>
      sendRequest(`${management}/v1/auth/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: management },
        body: JSON.stringify(body),
      })
    note(await signIn('sign-up/email', { name: 'Ada', ...account }))
    await query(world.databaseUrl, 'update users set email_verified = true')
    const session = await signIn('sign-in/email', account)
    const [, token] = /session_token=([^;]+)/.exec(session.headers.getSetCookie().join())!
    note(
      await sendRequest(`${info.managementUrl}/me`, {
        headers: { cookie: `service.session_token=${token}` },
      }),
    )
    note(
      await sendRequest(
        `http://127.0.0.1:${info.ports.managementInternal}/internal/v1/organisations/${organisation}`,
        {
          method: 'PATCH',
          headers: { authorization: `Bearer ${info.operatorToken}`, 'content-type': 'application/json' },
          body: '{"accountBlocked":null}',
        },
      ),
    )

    // Renders.
    const url = `${world.origin.url.replace('://', `://user:${sentinel('url')}@`)}/red?token=${sentinel('query')}`
    await until(async () => {
      note(await client.sync({ url }))
      return world.origin.seen.at(-1)?.headers['x-default'] === sentinel('default-header')
    })
    note(await client.sync({ url, use_proxy: true, response_type: 'jsondebug' }))
    note(await createRenderClient(info.baseUrl, apiSecret).sync({ html: 'x' }))
    note(
      await client.sync({ html: 'x', proxy: `${sentinel('refused')} x`, authorisation: sentinel('refused') }),
    )
    const inLink = { html: 'x', authorization: `Bearer ${sentinel('link')}`, redirect_after: '60' }
    expect(note(await sendRequest(info.baseUrl + signLink(info, inLink))).status).toBe(200)
    note(await sendRequest(info.baseUrl + signLink(info, { html: 'x', llm_key: sentinel('link-llm') })))
    note(await sendRequest(`${info.baseUrl}/v1/${info.secretKey}/png?html=x`))
    const told = note(
      await client.sync({
        url: `${world.origin.url.replace('://', `://user:${sentinel('told-url')}@`)}/red`,
        authorization: `Bearer ${sentinel('told-authorization')}`,
        header: [`X-Told=${sentinel('told-header')}`],
        cookie: [`told=${sentinel('told-cookie')}`],
        save_http_headers: true,
        save_headers: true,
        save_resource_info: true,
        metadata: true,
      }),
    ).body
    expect(told.httpHeaders[0].requestHeaders).toMatchObject({
      authorization: '[secret]',
      'x-told': '[secret]',
    })
    const { body } = note(
      await client.async({
        url,
        webhook_url: catcher.url.replace('://', `://user:${sentinel('hook')}@`),
        thumbnails: [{ width: 9, presigned_url: `${receiver.url}/?${sentinel('upload')}` }],
        delay: 500,
        authorization: `Bearer ${sentinel('authorization')}`,
        cookie: [`own=${sentinel('cookie')}`],
        header: [`X-Own=${sentinel('header')}`],
        proxy: proxy.url,
        s3_key: sentinel('s3-key'),
        s3_secret: sentinel('s3-secret'),
        azure_sas_token: `sig=${sentinel('sas')}`,
        use_llm: true,
        llm_model: 'a-model',
        llm_prompt: 'What is it?',
        llm_provider: 'openai',
        llm_base_url: model.url,
        llm_full_response: true,
        llm_key: sentinel('llm-key'),
        llm_aws_access_key_id: sentinel('aws-id'),
        llm_aws_secret_access_key: sentinel('aws'),
        llm_aws_session_token: sentinel('aws-session'),
        llm_gcp_service_account_json: `{"client_email":"a","private_key":"${sentinel('gcp')}"}`,
        authorisation: sentinel('misspelled'),
        tag: [CONTROL],
        custom_id: CONTROL,
      }),
    )
    const element = `#${sentinel('selector')}`
    const { body: coded } = note(
      await client.async({
        html: `<p id="${element.slice(1)}">${sentinel('markup')}</p>`,
        js: `void '${sentinel('js')}'`,
        css: `.${sentinel('css')} { color: red }`,
        referer: `${world.origin.url}/?${sentinel('referer')}`,
        block_urls: [`${sentinel('blocked')}.example`],
        selector: element,
        wait_for: element,
        click: [element],
        hide_selector: element,
        response_type: 'jsondebug',
      }),
    )
    note(await client.untilFinished(coded.statusUrl))
    const keyless = note(await sendRequest(coded.statusUrl))
    expect(keyless.body).toMatchObject({ status: 'succeeded', debug: { options: { format: 'png' } } })
    const [event] = await catcher.untilCaught(1)
    note(await client.untilFinished(body.statusUrl))
    responses.push(event!.body)

    // All secrets were used.
    expect(world.origin.seen.find(({ headers }) => headers['x-own'])?.headers).toMatchObject({
      authorization: `Bearer ${sentinel('authorization')}`,
      cookie: `own=${sentinel('cookie')}`,
      'x-own': sentinel('header'),
    })
    expect(model.requests[0]?.headers.authorization).toBe(`Bearer ${sentinel('llm-key')}`)
    expect(receiver.received).toMatchObject([{ path: `/?${sentinel('upload')}` }])
    for (const { targets } of [proxy, pool]) expect(targets).toContain(`127.0.1.1:${world.origin.port}`)
    for (const service of ['gateway', 'render-worker', 'webhook-dispatcher', 'management'])
      await until(() =>
        readFileSync(join(info.directories.logs, `${service}.log`), 'utf8').includes(body.renderId),
      )

    const secrets = {
      ...Object.fromEntries([...sentinels].map((name) => [name, sentinel(name)])),
      secretKey: info.secretKey,
      webhookSecret: info.webhookSecret,
      organisationKey: info.organisationKey,
      operatorToken: info.operatorToken,
      key,
      apiSecret,
      rotated,
      // The database has the half that is useless without the other.
      session: decodeURIComponent(token!).split('.')[1]!,
    }
    expect(Object.keys(secrets).length).toBeGreaterThan(30)
    const metrics = ['gatewayMetrics', 'workerMetrics', 'dispatcherMetrics', 'managementMetrics'] as const
    const places = {
      logs: [...filesOf(info.directories.logs)],
      redis: [...filesOf(info.directories.redis!)],
      postgres: [Buffer.from(await dumpDatabase(world.databaseUrl))],
      answers: [Buffer.from(JSON.stringify(responses))],
      files: [
        ...filesOf(world.temporary),
        ...filesOf(info.directories.state, ['secrets.json', 'stack.json']),
      ],
      metrics: await Promise.all(
        metrics.map(async (name) =>
          Buffer.from((await sendRequest(`http://127.0.0.1:${info.ports[name]}/metrics`)).body as Uint8Array),
        ),
      ),
    }
    expect(findLeaks(secrets, places)).toEqual([])
    // The search finds values that are not secret.
    expect(findLeaks({ control: CONTROL }, places)).toEqual(
      ['answers', 'files', 'logs', 'postgres', 'redis'].map((place) => `control in ${place}`),
    )
    expect(findLeaks({ metric: 'process_cpu' }, { metrics: places.metrics })).toEqual(['metric in metrics'])
    const hidden = Buffer.from(`Basic ${btoa(`user:${CONTROL}`)}`)
    expect(findLeaks({ control: CONTROL }, { header: [hidden] })).toEqual(['control in header'])
  }, 120_000)

  test('the password that a proxy rejected appears nowhere', async () => {
    await using proxy = await startUpstreamProxy('http')
    const answer = await world.stack.client.sync({
      url: `${world.origin.url}/red`,
      proxy: `me:sesame-wrong@${proxy.address}`,
    })
    expect([answer.status, answer.body.error.code]).toEqual([400, 'NavigationError'])
    expect(proxy.rejected).toBeGreaterThan(0)
    const { logs, redis } = world.stack.info.directories
    const texts = [JSON.stringify([answer.body, ...answer.headers]), filesUnder(logs), filesUnder(redis!)]
    expect(texts.map((text) => text.includes('sesame-wrong'))).toEqual([false, false, false])
  })

  test('sends the password of a webhook URL as Basic authorization', async () => {
    await using catcher = await startWebhookCatcher()
    await world.stack.client.async({ html: 'x', webhook_url: catcher.url.replace('://', '://user:sesame@') })
    const [event] = await catcher.untilCaught(1)
    expect(event!.headers.authorization).toBe(`Basic ${btoa('user:sesame')}`)
  })

  test('never uses the Host header in response URLs', async () => {
    const sent = request(`${world.stack.info.baseUrl}/v1/render/async`, {
      method: 'POST',
      headers: {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        authorization: `Bearer ${world.stack.info.secretKey}`,
        'content-type': 'application/json',
      },
    }).end('{"html":"x"}')
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    expect([answer.statusCode, JSON.stringify(answer.headers)]).toEqual([
      201,
      expect.not.stringContaining('evil'),
    ])
    expect(await text(answer)).not.toContain('evil')
  })
}
