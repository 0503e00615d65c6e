import { RenderError } from '@render/errors'
import { intercept } from '../../browser/intercept.ts'
import { stage } from '../../stage.ts'

/** Signs what the page asks for, so that sites know which robot it is. Every hop of a redirect is signed anew. */
export const signRequests = stage({
  name: 'sign-requests',
  phase: 'hooks',
  owns: ['web_bot_auth', 'web_bot_auth_optional'],
  async run({ tab, signRequest, warnings }, { web_bot_auth, web_bot_auth_optional }) {
    if (!web_bot_auth) return
    if (!signRequest) {
      const message = '"web_bot_auth": requests cannot be signed here. The operator has no WEB_BOT_AUTH_KEY.'
      if (web_bot_auth_optional) return void warnings.push(message)
      throw new RenderError('FeatureNotAvailableOnPlan', {
        message,
        details: [{ option: 'web_bot_auth', message }],
      })
    }
    await intercept(tab, [{ urlPattern: 'http*' }], ({ request, responseStatusCode }) => {
      const url = URL.parse(request.url)
      const isAsked = responseStatusCode === undefined && url?.protocol.startsWith('http')
      return isAsked ? { headers: signRequest(url!) } : false
    })
  },
})
