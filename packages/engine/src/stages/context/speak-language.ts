import { HOME_LANGUAGE, languagesOf } from '../../identity/languages.ts'
import { stage } from '../../stage.ts'

/** The language of scripts, and of what the browser itself says. */
export const speakLanguage = stage({
  name: 'speak-language',
  phase: 'context',
  borrows: ['accept_lang'],
  run({ contextOptions }, { accept_lang }) {
    const [first] = languagesOf(accept_lang)
    if (first !== undefined && first !== HOME_LANGUAGE) contextOptions.locale = first
  },
})
