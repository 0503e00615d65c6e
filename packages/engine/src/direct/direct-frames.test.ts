import { EventEmitter } from 'node:events'
import { expect, test } from '@jest/globals'
import type { DirectSession } from './direct-client.ts'
import { trackFrames } from './direct-frames.ts'

const ATTACHED = { frameId: 'frame', parentFrameId: 'page' }

const session = () => new EventEmitter() as unknown as DirectSession

test.each(['before', 'after'])(
  'a frame that leaves its own process is one of its parent, attached %s that process is gone',
  (when) => {
    const [page, own] = [session(), session()]
    const frames = trackFrames(page, 'page')
    page.emit('Page.frameAttached', ATTACHED)
    frames.move('frame', 'page', own)
    own.emit('Page.frameAttached', { frameId: 'inner', parentFrameId: 'frame' })
    expect(frames.all().map(({ id }) => id)).toEqual(['page', 'frame', 'inner'])
    if (when === 'before') page.emit('Page.frameAttached', ATTACHED)
    own.emit('close')
    if (when === 'after') page.emit('Page.frameAttached', ATTACHED)
    expect(frames.all().map(({ id }) => id)).toEqual(['page', 'frame'])
    expect(frames.find('frame')!.session).toBe(page)
  },
)
