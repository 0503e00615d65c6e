import { probeGroup } from './probe-group.ts'

probeGroup('video')
