import { expect } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { MODEL_TOKEN, startModelDouble, type ModelDouble, type ModelRequest } from '@render/testkit'
import { generateKeyPairSync } from 'node:crypto'
import sharp from 'sharp'
import { createScratch } from '../../../src/index.ts'
import { page, type RenderedPicture } from '../../test-engine.ts'
import { oncePerWorld, type Probe, type Rows, type World } from '../probe.ts'

const HTML = page(
  'body { margin: 0; background: #0f0 } main { height: 2000px }',
  `<main><nav>All pages</nav><h1>Parts</h1><p>The warranty lasts three years.</p><p>Other words.</p>
  <table><tr><th>Name</th><th>Price</th></tr>${[1, 2, 3, 4, 5].map((n) => `<tr><td>Part ${n}</td><td>${n}</td></tr>`).join('')}</table>
  <p>${'More words. '.repeat(40)}</p></main>`,
)
const PRIVATE_KEY = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
  format: 'pem',
  type: 'pkcs8',
})

interface Asked {
  rendered: RenderedPicture
  requests: ModelRequest[]
  /** The request to the model. */
  request: ModelRequest
}

/** Asks a double of a provider; `own` is the provider's own address, whose requests go to the double. */
async function ask(
  { engine }: World,
  options: (double: ModelDouble) => GivenOptions,
  { answer, own }: { answer?: string; own?: string } = {},
): Promise<Asked> {
  await using double = await startModelDouble()
  if (answer !== undefined) double.answers.splice(0, 1, answer)
  if (own !== undefined) engine.moved.set(own, double.url)
  await using scratch = createScratch({ quotaBytes: 10 * 1024 ** 2 })
  const asked: GivenOptions = {
    html: HTML,
    width: 400,
    height: 300,
    use_llm: true,
    llm_prompt: 'How long is the warranty?',
    llm_model: 'a-model',
    ...options(double),
  }
  const rendered = await engine.make(asked, { scratch })
  const request = double.requests.findLast(({ path }) => !path.endsWith('/token'))!
  return { rendered, requests: double.requests, request }
}

/** Renders once for all probes that look at it. */
function once(
  make: (world: World) => Promise<Asked>,
): (look: (asked: Asked) => void | Promise<void>) => Probe {
  const asked = oncePerWorld(make)
  return (look) => async (world) => look(await asked(world))
}

const openai = ({ url }: ModelDouble) =>
  ({ llm_provider: 'openai', llm_key: 'sesame', llm_base_url: `${url}/v9` }) as const

const usual = once((world) =>
  ask(world, (double) => ({
    ...openai(double),
    llm_system_prompt: 'Be brief.',
    llm_temperature: 0.3,
    llm_max_tokens: 7,
    llm_width: 100,
    llm_height: 200,
    llm_full_response: true,
    llm_md_mode: 'Full',
  })),
)
const azure = once((world) =>
  ask(
    world,
    () => ({
      llm_provider: 'azure',
      llm_key: 'sesame',
      llm_azure_resource_name: 'mine',
      llm_azure_api_version: '2025-04-01-preview',
      llm_azure_use_deployment_urls: true,
    }),
    { own: 'https://mine.openai.azure.com' },
  ),
)
const azureAnthropic = once((world) =>
  ask(
    world,
    () => ({
      llm_provider: 'azure',
      llm_key: 'sesame',
      llm_azure_resource_name: 'other',
      llm_azure_api_protocol: 'anthropic',
    }),
    { own: 'https://other.services.ai.azure.com' },
  ),
)
const bedrock = once((world) =>
  ask(
    world,
    () => ({
      llm_provider: 'amazon-bedrock',
      llm_aws_region: 'eu-west-1',
      llm_aws_access_key_id: 'AKIA1',
      llm_aws_secret_access_key: 'sesame',
      llm_aws_session_token: 'session',
    }),
    { own: 'https://bedrock-runtime.eu-west-1.amazonaws.com' },
  ),
)
const vertex = once((world) =>
  ask(
    world,
    ({ url }) => ({
      llm_provider: 'google-vertex',
      llm_gcp_project: 'my-project',
      llm_gcp_location: 'europe-west4',
      llm_gcp_service_account_json: JSON.stringify({
        client_email: 'me@example.org',
        private_key: PRIVATE_KEY,
        token_uri: `${url}/token`,
      }),
    }),
    { own: 'https://europe-west4-aiplatform.googleapis.com' },
  ),
)
const short = once((world) =>
  ask(world, (double) => ({
    ...openai(double),
    format: 'pdf',
    llm_md_budget: 100,
    llm_md_tables: 'Summary',
  })),
)
const chosen = once((world) =>
  ask(
    world,
    (double) => ({
      ...openai(double),
      llm_md_mode: 'Extractive',
      llm_md_tables: 'Drop',
      llm_output: 'enum',
      llm_schema: ['news', 'shop'],
    }),
    { answer: '{"result":"shop"}' },
  ),
)

/** The text of the page in a request. */
const pageOf = ({ user }: ModelRequest) => user.at(-1)!
const sizeOf = async ({ pictures: [picture] }: ModelRequest) => {
  const { width, height } = await sharp(picture).metadata()
  return [width, height]
}

export const llm: Rows = {
  use_llm: {
    'asks, and changes nothing about the picture': async (world) => {
      const { rendered } = await ask(world, openai)
      expect(rendered.llm).toEqual({ answer: 'An answer.' })
      const { body, llm } = await world.engine.make({ html: HTML, width: 400, height: 300 })
      expect(llm).toBeUndefined()
      expect(rendered.body.equals(body)).toBe(true)
    },
    'never fails the render': async (world) => {
      const { rendered } = await ask(world, () => ({
        ...openai({ url: 'http://127.0.1.1:1' } as ModelDouble),
      }))
      expect(rendered.llm).toEqual({ error: 'The provider cannot be reached.' })
      expect(rendered.width).toBe(400)
    },
  },
  llm_prompt: {
    'is a part of its own': usual(({ request }) => expect(request.user[0]).toBe('How long is the warranty?')),
  },
  llm_system_prompt: {
    'is in the system prompt': usual(({ request }) => expect(request.system).toContain('Be brief.')),
  },
  llm_key: {
    'authorises the request': usual(({ request }) =>
      expect(request.headers.authorization).toBe('Bearer sesame'),
    ),
  },
  llm_provider: {
    'decides the API': bedrock(({ request }) => expect(request.path).toBe('/model/a-model/converse')),
  },
  llm_model: { 'is named': usual(({ request }) => expect(request.body).toContain('"model":"a-model"')) },
  llm_temperature: {
    'is sent': usual(({ request }) => expect(request.body).toContain('"temperature":0.3')),
  },
  llm_max_tokens: { 'is sent': usual(({ request }) => expect(request.body).toMatch(/"max_\w+":7\b/)) },
  llm_width: {
    'bounds the picture': usual(async ({ request }) => expect(await sizeOf(request)).toEqual([100, 75])),
    'never enlarges it': short(async ({ request }) => expect(await sizeOf(request)).toEqual([400, 300])),
  },
  llm_height: {
    'bounds the picture, which is that of the viewport beside a video': async (world) => {
      const made = await ask(world, (double) => ({
        ...openai(double),
        format: 'mp4',
        video_time: 100,
        llm_width: 100,
      }))
      expect(await sizeOf(made.request)).toEqual([100, 75])
      const { data } = await sharp(made.request.pictures[0]).raw().toBuffer({ resolveWithObject: true })
      expect([...data.subarray(-3)]).toEqual([0, 255, 0])
    },
    'bounds the picture, which is that of the viewport beside a document': async (world) => {
      const { request } = await ask(world, (double) => ({
        ...openai(double),
        format: 'html',
        llm_height: 30,
      }))
      expect(await sizeOf(request)).toEqual([40, 30])
    },
  },
  llm_output: {
    'decides the form of the answer': chosen(({ rendered }) =>
      expect(rendered.llm).toEqual({ answer: 'shop' }),
    ),
  },
  llm_schema: {
    'is told to the model': chosen(({ request }) =>
      expect(request.system).toContain('"enum":["news","shop"]'),
    ),
  },
  llm_full_response: {
    'returns the usage too': usual(({ rendered }) => {
      expect(rendered.llm).toMatchObject({
        answer: {
          text: 'An answer.',
          usage: { inputTokens: 11, outputTokens: 5 },
          response: { id: 'answer_1' },
        },
      })
    }),
  },
  llm_base_url: {
    'is the address of the API': usual(({ request }) => expect(request.path).toBe('/v9/chat/completions')),
  },
  llm_azure_resource_name: {
    'is part of the host': azure(({ requests }) => expect(requests).toHaveLength(1)),
  },
  llm_azure_api_version: {
    'is sent': azure(({ request }) => expect(request.path).toMatch(/\?api-version=2025-04-01-preview$/)),
  },
  llm_azure_use_deployment_urls: {
    'puts the model into the path': azure(({ request }) => {
      expect(request.path).toMatch(/^\/openai\/deployments\/a-model\/chat\/completions\?/)
    }),
  },
  llm_azure_api_protocol: {
    'speaks the other protocol': azureAnthropic(({ request }) => {
      expect([request.path, request.headers['x-api-key']]).toEqual(['/anthropic/v1/messages', 'sesame'])
    }),
  },
  llm_aws_region: {
    'is part of the host and the signature': bedrock(({ request }) => {
      expect(request.headers.authorization).toContain('/eu-west-1/bedrock/aws4_request')
    }),
  },
  llm_aws_access_key_id: {
    'is named by the signature': bedrock(({ request }) => {
      expect(request.headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIA1\//)
    }),
  },
  llm_aws_secret_access_key: {
    'signs, and is not sent': bedrock(({ request }) => {
      expect(request.headers.authorization).toMatch(/Signature=[\da-f]{64}$/)
      expect(JSON.stringify([request.headers, request.body])).not.toContain('sesame')
    }),
  },
  llm_aws_session_token: {
    'is sent': bedrock(({ request }) => expect(request.headers['x-amz-security-token']).toBe('session')),
  },
  llm_gcp_project: {
    'is part of the path': vertex(({ request }) => expect(request.path).toContain('/projects/my-project/')),
  },
  llm_gcp_location: {
    'is part of host and path': vertex(({ request }) =>
      expect(request.path).toContain('/locations/europe-west4/'),
    ),
  },
  llm_gcp_service_account_json: {
    'gets a token from the address in it': vertex(({ requests, request }) => {
      expect(requests.map(({ path }) => path)[0]).toBe('/token')
      expect(request.headers.authorization).toBe(`Bearer ${MODEL_TOKEN}`)
    }),
  },
  llm_md_mode: {
    'Full has all of it': usual(({ request }) => {
      for (const text of [
        'All pages',
        '# Parts',
        'The warranty',
        'Other words',
        '| Part 5 | 5 |',
        'More words',
      ])
        expect(pageOf(request)).toContain(text)
    }),
    'Compact has no navigation': short(({ request }) => {
      expect(pageOf(request)).toContain('# Parts')
      expect(pageOf(request)).not.toContain('All pages')
    }),
    'Extractive has what the prompt is about': chosen(({ request }) => {
      expect(pageOf(request)).toContain('The warranty')
      expect(pageOf(request)).not.toContain('Other words')
    }),
  },
  llm_md_budget: {
    'bounds the text': short(({ request }) => {
      expect(pageOf(request).length).toBeLessThanOrEqual(400)
      expect(pageOf(request)).toMatch(/More words\. More\n\n\(The text of the page is cut here\.\)\n---/)
    }),
  },
  llm_md_tables: {
    'Drop has none': chosen(({ request }) => expect(pageOf(request)).not.toContain('Part 1')),
    'Summary has three rows': short(({ request }) => {
      expect(pageOf(request)).toContain('| Part 3 | 3 |\n\n(5 rows in all)')
      expect(pageOf(request)).not.toContain('Part 4')
    }),
  },
}
