import { flag, list, text } from '../kinds/index.ts'

const country = {
  maxBytes: 2,
  normalise: (code: string) => code.trim().toLowerCase(),
  pattern: '[a-z]{2}',
  expects: 'a country code of two letters such as gb',
  examples: ['gb'],
}

/** How the page is reached. */
export const network = {
  add_cors: flag('Let the page read what it loads from other origins.'),
  disable_web_security: flag('Switch off the same-origin policy of the browser.', {
    owner: 'packages/engine/src/browser/switches.ts',
  }),
  https_upgrade: flag('Ask by https first where the address says http or nothing.'),
  show_certificate_errors: flag('Count a bad certificate as an error instead of ignoring it.'),
  proxy: text('Proxy to go through: [scheme://][user:password@]host:port.', {
    secret: 'worker',
    pattern: String.raw`(?:(?:https?|socks(?:5h?)?)://)?(?:[^\s@/]+@)?(?:[\p{L}\p{N}._\-]+|\[[\da-fA-F:.]+\]):\d{1,5}/?`,
    expects: 'the address of a proxy, [scheme://][user:password@]host:port',
    examples: ['http://user:pass@proxy.example:8080', 'proxy.example:8080'],
  }),
  use_proxy: flag('Go through the proxy of the project.'),
  service_proxy: text('Name of a proxy that the operator has configured.', { maxBytes: 128 }),
  reduce_proxy: flag('Only documents, scripts and calls of scripts go through the proxy.'),
  proxy_same_domain: flag("Only requests to the target's own domain go through the proxy."),
  proxy_resources: list('Only requests of these kinds go through the proxy.', {
    isSplit: true,
    isLowerCase: true,
    maxItems: 20,
    maxBytes: 32,
    items: 'kinds of requests (document, script, image, ...)',
    pattern:
      'document|stylesheet|image|media|font|script|texttrack|xhr|fetch|prefetch|eventsource|websocket|manifest|signedexchange|ping|cspviolationreport|preflight|other',
    examples: ['document', 'image'],
  }),
  proxy_hosts: list('Only requests to these hosts go through the proxy.', {
    isSplit: true,
    maxItems: 200,
    maxBytes: 256,
    items: 'hosts (a.example, *.a.example)',
    pattern: String.raw`[\p{L}\p{N}._\-*]+|(?=.*:.*:)[\da-fA-F:.]+`,
    examples: ['a.example', '*.a.example'],
  }),
  pov: text('Vantage point to browse from, such as hidden, trusted, stealth, premium or geo.', {
    maxBytes: 64,
  }),
  point_of_view: text('The same as pov.', { maxBytes: 64 }),
  pov_country: text('Country of the vantage point.', { ...country, needs: ['pov'] }),
  point_of_view_country: text('The same as pov_country.', { ...country, needs: ['pov'] }),
  web_bot_auth: flag('Sign requests, so that sites know which robot asks.'),
  web_bot_auth_optional: flag('Go on unsigned when requests cannot be signed.', { needs: ['web_bot_auth'] }),
}
