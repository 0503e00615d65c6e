import { stage } from '../../stage.ts'

/** Warns when headers, authorization or cookies were not sent, because the URL redirects to another site. */
export const warnOfRedirect = stage({
  name: 'warn-of-redirect',
  phase: 'navigate',
  borrows: ['header', 'authorization', 'cookie'],
  run({ tab: { page }, target, address, warnings }, { header = [], authorization, cookie = [] }) {
    const reached = URL.parse(page.url())
    if (target.markup !== undefined || !address || !reached?.protocol.startsWith('http')) return
    const isOtherHost = reached.hostname !== address.hostname
    const kept = Object.entries({
      header: header.length > 0 && reached.origin !== address.origin,
      authorization: authorization !== undefined && reached.origin !== address.origin,
      cookie: isOtherHost && cookie.some(({ attributes }) => !attributes.has('domain')),
    }).flatMap(([option, isKept]) => (isKept ? `"${option}"` : []))
    if (kept.length > 0)
      warnings.push(
        `${kept.join(', ')}: not sent to ${reached.origin}, to which the URL redirects; if it is meant for that site, request its URL.`,
      )
  },
})
