import { HOME_LANGUAGE, languageHeader } from '../../identity/languages.ts'
import { stage } from '../../stage.ts'

/** Sets the language of scripts, of the browser's own texts and of requests. */
export const setLocale = stage({
  name: 'set-locale',
  phase: 'context',
  owns: ['accept_lang'],
  run({ contextOptions }, { accept_lang: { header, tags } }) {
    const [first] = tags
    if (first === undefined || header === HOME_LANGUAGE) return
    if (first !== HOME_LANGUAGE) contextOptions.locale = first
    // Without it, later requests of the page name the first language only.
    contextOptions.extraHTTPHeaders = { 'accept-language': languageHeader(tags) }
  },
})
