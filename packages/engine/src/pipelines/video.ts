// How a video is made of a page: frame by frame, while its time passes in steps.
import { mockVideo } from '../video/mock-video.ts'
import { producer } from '../producer.ts'
import { settleIfChanged } from './expand.ts'
import { forceOffscreenRendering } from '../stages/capture/force-offscreen-rendering.ts'
import { highlightTerms } from '../stages/capture/highlight-terms.ts'
import { planVideo } from '../stages/capture/plan-video.ts'
import { recordVideo } from '../stages/capture/record-video.ts'
import { outputOfVideo } from '../video/video-output.ts'
import { startVideo } from '../video/video-context.ts'

export const videoProducer = producer({
  start: startVideo,
  onPage: [forceOffscreenRendering, highlightTerms, settleIfChanged, planVideo, recordVideo],
  afterPage: [],
  outputs: outputOfVideo,
  mock: mockVideo,
})
