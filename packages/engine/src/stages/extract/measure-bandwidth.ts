import { stage } from '../../stage.ts'

/** What passed between the page and the network so far; its way out has counted it. */
export const measureBandwidth = stage({
  name: 'measure-bandwidth',
  phase: 'extract',
  async run(work) {
    const { tab, pageLimits, warnings } = work
    work.bandwidthBytes = await tab.way.bytes()
    if (work.bandwidthBytes >= pageLimits.bytes)
      warnings.push(`The page loaded more than ${pageLimits.bytes} bytes: it did not get the rest.`)
  },
})
