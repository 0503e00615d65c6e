// How a video is made of a page: frame by frame, while its time passes in steps.
import { mockVideo } from '../encoding/mock-video.ts'
import { again } from '../pipeline.ts'
import { producer } from '../producer.ts'
import { onPageOf } from '../stage.ts'
import { forceOffscreenRendering } from '../stages/capture/force-offscreen-rendering.ts'
import { highlightTerms } from '../stages/capture/highlight-terms.ts'
import { planVideo } from '../stages/capture/plan-video.ts'
import { recordVideo } from '../stages/capture/record-video.ts'
import { settlePage } from '../stages/prepare/settle-page.ts'
import { outputOfVideo } from '../recording/video-output.ts'
import { startVideo, type VideoContext } from '../recording/video-context.ts'

export const videoProducer = producer({
  start: startVideo,
  onPage: [
    forceOffscreenRendering,
    highlightTerms,
    again([onPageOf<VideoContext>(settlePage)], ({ isPageChanged }) => isPageChanged),
    planVideo,
    recordVideo,
  ],
  afterPage: [],
  outputs: outputOfVideo,
  mock: mockVideo,
})
