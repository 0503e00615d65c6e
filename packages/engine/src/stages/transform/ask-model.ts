import { askModel as ask, makePagePart } from '@render/llm'
import { modelPicture } from '../../llm/model-picture.ts'
import { pageMarkdown } from '../../llm/page-markdown.ts'
import { CREDENTIAL, credentialOf, FORM, formOf } from '../../llm/question.ts'
import { askStage } from '../../stage.ts'

/** A usual relation, which the budget of the page's text is counted by. */
const CHARACTERS_PER_TOKEN = 4

/** Asks a language model about the page: with the prompts, a picture, and the page's text. */
export const askModel = askStage({
  name: 'ask-model',
  phase: 'transform',
  owns: [
    'llm_prompt',
    'llm_system_prompt',
    'llm_model',
    'llm_temperature',
    'llm_max_tokens',
    'llm_width',
    'llm_height',
    'llm_full_response',
    'llm_md_mode',
    'llm_md_budget',
    'llm_md_tables',
    ...CREDENTIAL,
    ...FORM,
  ],
  async run(ctx, options) {
    const { page, signal, timeoutMs } = ctx
    const { llm_prompt: prompt = '', llm_md_mode, llm_md_tables, llm_md_budget } = options
    const picture = await modelPicture(ctx, { width: options.llm_width, height: options.llm_height })
    const { warnings, ...result } = await ask(
      {
        credential: credentialOf(options),
        model: options.llm_model!,
        prompt,
        systemPrompt: options.llm_system_prompt,
        picture,
        page: makePagePart(await pageMarkdown(ctx, llm_md_mode), {
          mode: llm_md_mode,
          tables: llm_md_tables,
          prompt,
          maxLength: llm_md_budget * CHARACTERS_PER_TOKEN,
        }),
        temperature: options.llm_temperature,
        maxTokens: options.llm_max_tokens,
        form: formOf(options),
        isFullResponse: options.llm_full_response,
      },
      { http: page.http, signal, timeoutMs },
    )
    page.warnings.push(...warnings)
    ctx.result = result
  },
})
