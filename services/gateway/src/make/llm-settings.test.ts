import { describe, expect, test } from '@jest/globals'
import { optionOf, resolveOptions, type GivenOptions } from '@render/options'
import { requireLlmSettings, useLlmCredential } from './llm-settings.ts'

const llm = {
  provider: 'openai',
  settings: {
    baseUrl: 'https://models.example/v1',
    model: 'stored-model',
    prompt: 'Stored?',
    maxTokens: 9,
    schema: { type: 'object' },
  },
  secrets: ['apiKey'],
}
const ask = { html: 'x', use_llm: true } as const

function prepare(
  given: GivenOptions,
  { defaults = {}, stored = llm }: { defaults?: GivenOptions; stored?: typeof llm | null } = {},
) {
  const project = { id: 'project_1', enabled: true, defaults, ...(stored && { llm: stored }) }
  // As they are read: without the defaults that the request replaces, and without empty addresses.
  const unset = Object.fromEntries(
    Object.entries(defaults).filter(([name, value]) => !(name in given) && value !== ''),
  )
  if (given.llm_base_url === '') given = { ...given, llm_base_url: undefined }
  const settings = useLlmCredential(given, unset, { project })
  const options = resolveOptions(given, settings.defaults)
  requireLlmSettings(options, settings.stored)
  return { options, usesStored: settings.stored !== undefined }
}

function refusal(...args: Parameters<typeof prepare>): string[] {
  try {
    prepare(...args)
  } catch (error) {
    return (error as { details: { option: string }[] }).details.map(({ option }) => option)
  }
  return []
}

describe('a render with use_llm', () => {
  test('gets what it lacks from the credential of its project', () => {
    expect(prepare(ask)).toMatchObject({
      options: {
        llm_provider: 'openai',
        llm_base_url: 'https://models.example/v1',
        llm_model: 'stored-model',
        llm_prompt: 'Stored?',
        llm_max_tokens: 9,
        llm_output: 'object',
      },
      usesStored: true,
    })
  })

  test('overrides it field by field, and the defaults of the project do, too', () => {
    const given = { ...ask, llm_provider: 'openai', llm_model: 'own' } as const
    const { options, usesStored } = prepare(given, { defaults: { llm_prompt: 'Default?' } })
    expect(options).toMatchObject({ llm_model: 'own', llm_prompt: 'Default?', llm_max_tokens: 9 })
    expect(usesStored).toBe(true)
  })

  test('with a key of its own uses no secret of the credential', () => {
    const given = { ...ask, llm_provider: 'openai', llm_key: 'own' } as const
    expect(prepare(given)).toMatchObject({ options: { llm_model: 'stored-model' }, usesStored: false })
    expect(prepare({ ...given, llm_base_url: 'https://other.example/v1' }).usesStored).toBe(false)
    expect(prepare({ ...given, llm_key: '' }).usesStored).toBe(true)
  })

  test('cannot send a stored key to another address', () => {
    expect(refusal({ ...ask, llm_base_url: 'https://evil.example/v1' })).toEqual(['llm_base_url'])
    expect(refusal({ ...ask, llm_azure_resource_name: 'evil' })).toEqual(['llm_azure_resource_name'])
    expect(refusal(ask, { defaults: { llm_base_url: 'https://evil.example/v1' } })).toEqual(['llm_base_url'])
    expect(prepare({ ...ask, llm_base_url: 'https://models.example/v1' }).usesStored).toBe(true)
  })

  test('cannot send a key of the defaults to another address or provider', () => {
    const defaults = { llm_provider: 'openai', llm_key: 'default', llm_model: 'a', llm_prompt: 'b' } as const
    for (const stored of [llm, null]) {
      const at = { defaults, stored }
      expect(refusal({ ...ask, llm_base_url: 'https://evil.example/v1' }, at)).toEqual(['llm_base_url'])
      expect(refusal({ ...ask, llm_provider: 'groq' }, at)).toEqual(['llm_provider'])
      expect(refusal({ ...ask, llm_azure_resource_name: 'evil' }, at)).toEqual(['llm_azure_resource_name'])
      expect(prepare({ ...ask, llm_provider: 'openai' }, at).options.llm_key).toBe('default')
      const own = { ...ask, llm_aws_access_key_id: 'own', llm_aws_secret_access_key: 'own' }
      const { options } = prepare({ ...own, llm_provider: 'amazon-bedrock' }, at)
      expect(options).toMatchObject({ llm_provider: 'amazon-bedrock', llm_model: 'a' })
      expect(options).not.toHaveProperty('llm_key')
    }
    const base = 'https://own.example/v1'
    const at = { defaults: { ...defaults, llm_base_url: base } }
    expect(prepare({ ...ask, llm_base_url: base, llm_model: 'c' }, at).options.llm_key).toBe('default')
    expect(refusal({ ...ask, llm_base_url: '' }, at)).toEqual(['llm_base_url'])
    const empty = { defaults: { ...defaults, llm_base_url: '' }, stored: null }
    expect(prepare(ask, empty).options.llm_key).toBe('default')
  })

  test('may name the provider of keys that only one takes', () => {
    const keys = { llm_aws_access_key_id: 'default', llm_aws_secret_access_key: 'default' }
    const at = { defaults: { ...keys, llm_model: 'a', llm_prompt: 'b' }, stored: null }
    const given = { ...ask, llm_provider: 'amazon-bedrock' } as const
    expect(prepare(given, at).options).toMatchObject(keys)
    expect(refusal({ ...given, llm_base_url: 'https://evil.example/v1' }, at)).toEqual(['llm_base_url'])
  })

  test('for another provider uses nothing of the credential', () => {
    const given = { ...ask, llm_provider: 'groq' } as const
    expect(refusal(given)).toEqual(['llm_model', 'llm_prompt', 'llm_key'])
    expect(refusal({ ...given, llm_model: 'a', llm_prompt: 'b' })).toEqual(['llm_key'])
    expect(prepare({ ...given, llm_model: 'a', llm_prompt: 'b', llm_key: 'c' }).usesStored).toBe(false)
  })

  test('with a key must name its provider', () => {
    expect(refusal({ ...ask, llm_key: 'own' })).toEqual(['llm_key'])
  })

  test('needs all that its provider requires', () => {
    const stored = null
    const asked = { ...ask, llm_model: 'a', llm_prompt: 'b' }
    expect(refusal(asked, { stored })).toEqual(['llm_provider'])
    expect(refusal({ ...asked, llm_provider: 'azure' }, { stored })).toEqual([
      'llm_key',
      'llm_azure_resource_name',
    ])
    expect(refusal({ ...asked, llm_provider: 'amazon-bedrock' }, { stored })).toEqual([
      'llm_aws_access_key_id',
      'llm_aws_secret_access_key',
    ])
    expect(refusal({ ...asked, llm_provider: 'google-vertex' }, { stored })).toEqual([
      'llm_gcp_project',
      'llm_gcp_service_account_json',
    ])
    expect(refusal({ html: 'x', llm_model: 'a' }, { stored })).toEqual([])
  })

  test('needs something of each of the 16 providers', () => {
    const { values = [] } = optionOf('llm_provider')
    expect(values).toHaveLength(16)
    for (const llm_provider of values) {
      const given = { ...ask, llm_provider, llm_model: 'a', llm_prompt: 'b' } as GivenOptions
      expect(refusal(given, { stored: null })[0]).toMatch(/^llm_(key|aws_access_key_id|gcp_project)$/)
    }
  })

  test('needs the version of the API for deployment URLs of Azure', () => {
    const stored = null
    const resource = { llm_provider: 'azure', llm_key: 'a', llm_azure_resource_name: 'mine' } as const
    const asked = {
      ...ask,
      ...resource,
      llm_model: 'a',
      llm_prompt: 'b',
      llm_azure_use_deployment_urls: true,
    }
    expect(refusal(asked, { stored })).toEqual(['llm_azure_api_version'])
    expect(refusal({ ...asked, llm_azure_api_version: '2024-10-21' }, { stored })).toEqual([])
    expect(refusal({ ...asked, llm_azure_api_protocol: 'anthropic' }, { stored })).toEqual([])
    expect(refusal({ ...asked, llm_azure_use_deployment_urls: false }, { stored })).toEqual([])
  })
})
