import { flag, list, text } from '../../kinds/index.ts'

const country = {
  maxBytes: 2,
  normalise: (code: string) => code.trim().toLowerCase(),
  pattern: '[a-z]{2}',
  expects: 'a country code of two letters such as gb',
  examples: ['gb'],
}

/** Options for the network path to the page. */
export const network = {
  add_cors: flag(
    'Add CORS headers to responses, so that the page can read what it loads from other origins. Each of its frames can then read responses to header, authorization and cookie.',
  ),
  disable_web_security: flag('Disable the same-origin policy of the browser.'),
  https_upgrade: flag(
    'Try https first when the address starts with http:// or has no scheme. Once the page is loaded by https, header and authorization are not sent by http.',
  ),
  show_certificate_errors: flag('Fail on invalid TLS certificates instead of ignoring them.'),
  proxy: text(
    'Proxy for the page: [scheme://][user:password@]host:port. An HTTP proxy receives CONNECT requests, for http pages too.',
    {
      secret: 'worker',
      address: 'proxy',
      pattern: String.raw`(?:(?:https?|socks(?:5h?)?)://)?(?:[^\s@/]+@)?(?:[\p{L}\p{N}._\-]+|\[[\da-fA-F:.]+\]):\d{1,5}/?`,
      expects: 'the address of a proxy, [scheme://][user:password@]host:port',
      examples: ['http://user:pass@proxy.example:8080', 'proxy.example:8080'],
    },
  ),
  use_proxy: flag('Use one of the proxies of the project.'),
  service_proxy: text('Name of a proxy that the operator has configured.', { maxBytes: 128 }),
  reduce_proxy: flag('Use the proxy only for documents, scripts, fetch() and XMLHttpRequest.'),
  proxy_same_domain: flag("Use the proxy only for requests to the target's own domain."),
  proxy_resources: list('Use the proxy only for requests of these kinds.', {
    isSplit: true,
    isLowerCase: true,
    maxItems: 20,
    maxBytes: 32,
    items: 'kinds of requests (document, script, image, ...)',
    pattern:
      'document|stylesheet|image|media|font|script|texttrack|xhr|fetch|prefetch|eventsource|websocket|manifest|signedexchange|ping|cspviolationreport|preflight|other',
    examples: ['document', 'image'],
  }),
  proxy_hosts: list('Use the proxy only for requests to these hosts.', {
    isSplit: true,
    maxItems: 200,
    maxBytes: 256,
    items: 'hosts (a.example, *.a.example)',
    isPrivate: true,
    pattern: String.raw`[\p{L}\p{N}._\-*]+|(?=.*:.*:)[\da-fA-F:.]+`,
    examples: ['a.example', '*.a.example'],
  }),
  pov: text('Vantage point to browse from, such as hidden, trusted, stealth, premium or geo.', {
    maxBytes: 64,
  }),
  point_of_view: text('Alias of pov.', { maxBytes: 64 }),
  pov_country: text('Country of the vantage point.', { ...country, needs: ['pov'] }),
  point_of_view_country: text('Alias of pov_country.', { ...country, needs: ['pov'] }),
  web_bot_auth: flag('Sign requests with Web Bot Auth, so that sites can identify the bot.'),
  web_bot_auth_optional: flag(
    'Sign requests like web_bot_auth, or send them unsigned when they cannot be signed.',
  ),
}
