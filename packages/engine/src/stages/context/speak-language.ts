import { HOME_LANGUAGE, languageHeader, languagesOf } from '../../identity/languages.ts'
import { stage } from '../../stage.ts'

/** The language of scripts, of what the browser itself says, and of every request. */
export const speakLanguage = stage({
  name: 'speak-language',
  phase: 'context',
  borrows: ['accept_lang'],
  run({ contextOptions }, { accept_lang }) {
    const languages = languagesOf(accept_lang)
    const [first] = languages
    if (first === undefined || accept_lang === HOME_LANGUAGE) return
    if (first !== HOME_LANGUAGE) contextOptions.locale = first
    // Else what the page asks for later names the first one only.
    contextOptions.extraHTTPHeaders = { 'accept-language': languageHeader(languages) }
  },
})
