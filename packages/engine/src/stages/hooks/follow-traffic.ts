import { followTraffic as follow } from '../../settling/traffic.ts'
import { stage } from '../../stage.ts'

/** Follows what the page asks for, to know what it still waits for when it is to settle. */
export const followTraffic = stage({
  name: 'follow-traffic',
  phase: 'hooks',
  borrows: ['skip_final_delay'],
  run(work, { skip_final_delay }) {
    if (!skip_final_delay) work.traffic = follow(work.tab.page)
  },
})
