import { RenderError } from '@render/errors'
import { intercept } from '../../protocol/intercept.ts'
import { stage } from '../../stage.ts'

/** Signs requests of the page, so that sites can identify the bot. Every hop of a redirect has a signature of its own. */
export const signRequests = stage({
  name: 'sign-requests',
  phase: 'hooks',
  owns: ['web_bot_auth', 'web_bot_auth_optional'],
  async run({ tab, signRequest, warnings }, { web_bot_auth, web_bot_auth_optional }) {
    if (!web_bot_auth && !web_bot_auth_optional) return
    if (!signRequest) {
      const message =
        '"web_bot_auth" is not available: requests are signed only if the operator sets WEB_BOT_AUTH_KEY.'
      if (web_bot_auth_optional) return void warnings.push(message)
      throw RenderError.forOption('web_bot_auth', message, 'FeatureNotAvailableOnPlan')
    }
    await intercept(tab, [{ urlPattern: 'http*' }], ({ request, responseStatusCode }) => {
      const url = URL.parse(request.url)
      const isAsked = responseStatusCode === undefined && url?.protocol.startsWith('http')
      return isAsked ? { headers: signRequest(url!) } : false
    })
  },
})
