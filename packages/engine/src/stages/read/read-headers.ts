import { withTimeout } from '@render/async'
import { headersLeftOut } from '../../data/keep-inline.ts'
import { describeHops } from '../../requests/describe-hops.ts'
import { dataStage } from '../../stage.ts'

/** The browser has the headers already; they come late only from a browser that is busy. */
const TIMEOUT_MS = 5000

/** Reads the headers of the page's last response, and those of all hops that led to it. */
export const readHeaders = dataStage({
  name: 'read-headers',
  phase: 'read',
  owns: ['save_headers', 'save_http_headers'],
  borrows: ['header'],
  async run({ page, data }, { save_headers, save_http_headers, header = [] }) {
    const { navigations, target, finalUrl, warnings, signal } = page
    if (!navigations) return
    const option = save_http_headers ? 'save_http_headers' : 'save_headers'
    const responses = target.markup === undefined ? navigations.to(finalUrl) : []
    const own = header.map(({ name }) => name)
    const wanted = save_http_headers ? responses : responses.slice(-1)
    const described = await withTimeout(describeHops(wanted, own), TIMEOUT_MS, () => undefined, signal)
    const hops = described?.hops
    if (!hops) warnings.push(`"${option}": the browser did not return the headers in time.`)
    else if (hops.length === 0) warnings.push(`"${option}": the page has no response, so it has no headers.`)
    if (described?.leftOut) warnings.push(headersLeftOut(option, described.leftOut))
    if (save_headers) data.headers = hops?.at(-1)?.responseHeaders ?? {}
    if (save_http_headers) data.httpHeaders = hops ?? []
  },
})
