// Outputs in containers of callers, in Azurite. A stand-in for the engine makes the files.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { readdirSync } from 'node:fs'
import type { GivenOptions } from '@render/options'
import { startAzureServer, type AzureServer } from '@render/testkit'
import { rendered, startStandIn } from './stand-in.ts'
import { useTestQueue } from './test-queue.ts'

const queue = useTestQueue()
let azure: AzureServer

beforeAll(async () => {
  azure = await startAzureServer()
})
afterAll(async () => azure[Symbol.asyncDispose]())

beforeEach(() => {
  const html = {
    type: 'html' as const,
    body: { bytes: Buffer.from('<p>markup') },
    suffix: '',
    facts: { kind: 'html' as const },
  }
  const render = async () => ({ ...rendered, sideOutputs: [html] })
  queue.use(startStandIn(queue, render, 4, { azureEndpoint: azure.endpoint }).worker)
})

const given = (more: GivenOptions = {}): GivenOptions => ({
  html: 'x',
  use_azure: true,
  azure_account_name: azure.account,
  azure_container_name: azure.container,
  azure_sas_token: azure.sas(),
  ...more,
})

async function stored(name: string) {
  const blob = azure.client.getBlobClient(name)
  const { contentType, blobType } = await blob.getProperties()
  return [String(await blob.downloadToBuffer()), contentType, blobType]
}

describe('files in a container', () => {
  test('A-AZ-1: have their bytes, types and addresses without the token; our store has nothing', async () => {
    const id = await queue.submit(given(), { upload: { path: 'a/b' } })
    const { artefact, files } = await queue.succeeded(id)
    const base = `${azure.endpoint.replace('{account}', azure.account)}/${azure.container}/a/b`
    expect([artefact.location, files![0]!.file.location]).toEqual([`${base}.png`, `${base}.html`])
    expect(await stored('a/b.png')).toEqual(['picture', 'image/png', 'BlockBlob'])
    expect(await stored('a/b.html')).toEqual(['<p>markup', 'text/html; charset=utf-8', 'BlockBlob'])
    expect(readdirSync(queue.artefacts)).toEqual([])
    expect(JSON.stringify(await queue.redis.hgetall(`bull:renders:${id}`))).not.toMatch(/sig=/)
  })

  test('A-AZ-2: have no extensions with no_suffix, and the host of a CDN', async () => {
    const options = given({ azure_path: 'c', no_suffix: true, cdn_host: 'cdn.example.com' })
    const { artefact } = await queue.succeeded(await queue.submit(options, { upload: { path: 'c' } }))
    expect(artefact.location).toBe(`https://cdn.example.com/${azure.container}/c`)
    expect((await stored('c'))[0]).toBe('picture')
    expect((await stored('c-html'))[0]).toBe('<p>markup')
  })

  test('A-AZ-3: fail the render with the code of the store for a token that may only read', async () => {
    const id = await queue.submit(given({ azure_sas_token: azure.sas('r') }), { upload: { path: 'd' } })
    const ended = await queue.ended(id)
    expect(ended).toMatchObject({
      status: 'failed',
      error: { code: 'UploadFailedError', details: [{ option: 'use_azure' }] },
    })
    expect(JSON.stringify(ended)).toMatch(/the store answered 403 \(Authori[sz]ation/)
    expect(JSON.stringify(ended)).not.toMatch(/sig=/)
  })

  test("Z-3: go to the account of the project's credential with its token", async () => {
    const options: GivenOptions = {
      html: 'x',
      use_azure: true,
      azure_account_name: 'evil',
      azure_container_name: azure.container,
    }
    const credential = { provider: 'azure', accountName: azure.account, sasToken: azure.sas() }
    const sealedForWorker = queue.sealForProject({ storage: credential })
    await queue.succeeded(await queue.submit(options, { upload: { path: 'e' }, sealedForWorker }))
    expect((await stored('e.png'))[0]).toBe('picture')
    const ended = await queue.ended(await queue.submit(options, { upload: { path: 'f' } }))
    expect(ended).toMatchObject({ status: 'failed', error: { code: 'UploadFailedError' } })
  })
})
