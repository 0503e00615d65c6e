import { describe, expect, test } from '@jest/globals'
import type { VideoFile } from './ffmpeg-arguments.ts'
import { faultInFfmpegArguments, readFfmpegArguments } from './read-ffmpeg.ts'

const MP4: VideoFile = { format: 'mp4', codec: 'h264' }
const VP9: VideoFile = { format: 'webm', codec: 'vp9' }
const VP8: VideoFile = { format: 'webm', codec: 'vp8' }
const FPS = { fps: 60 }

describe('arguments of ffmpeg', () => {
  test.each<[VideoFile, string[]]>([
    [MP4, ['-crf', '18', '-an']],
    [MP4, ['-crf 51', ' -g  1 ', '-r', '60', '-tune film', '-level 4.1', '-profile:v baseline']],
    [MP4, ['-b:v 100M', '-maxrate 100000k', '-bufsize 1k', '-movflags +frag_keyframe+empty_moov']],
    [MP4, ['-pix_fmt yuv444p', '-profile:v high', '-vf hflip'].toSpliced(1, 1)],
    [MP4, ['-vf eq=contrast=-1.5:gamma=0.1,hue=h=-360:s=0,gblur=sigma=2,unsharp=la=-1.5,negate']],
    [VP9, ['-crf 63', '-pix_fmt yuv422p', '-b:v 1M', '-maxrate 1M', '-bufsize 2M', '-vf vflip']],
    [VP8, ['-crf 1', '-maxrate 1M', '-bufsize 2M', '-r 1', '-g 9999']],
    [{ format: 'mp4', codec: 'vp9' }, ['-movflags faststart']],
  ])('%j can have %j', (file, items) => {
    expect(faultInFfmpegArguments(items, { ...file, ...FPS })).toBeUndefined()
  })

  test.each<[VideoFile, string[], string]>([
    [MP4, ['-i', '/etc/passwd'], 'cannot contain "-i" with h264 in mp4'],
    [MP4, ['-vf', 'movie=/etc/passwd'], '-vf must be at most 5 of eq (brightness -1 to 1'],
    [MP4, ['concat:/etc/passwd|/etc/hosts'], 'cannot contain "concat:/etc/passwd|/etc/hosts"'],
    [MP4, ['-f', 'tee', 'http://canary/'], 'cannot contain "-f"'],
    [MP4, ['-protocol_whitelist', 'file,http'], 'cannot contain "-protocol_whitelist"'],
    [MP4, ['-filter_script', '/x'], 'cannot contain "-filter_script"'],
    [MP4, ['-report'], 'cannot contain "-report"'],
    [MP4, ['-y', '/app/x'], 'cannot contain "-y"'],
    [MP4, ['-an', '/tmp/x.mp4'], 'cannot contain "/tmp/x.mp4"'],
    [MP4, ['@file'], 'cannot contain "@file"'],
    [MP4, ['-crf\n18', '-i\nx'], 'cannot contain "-i"'],
    [MP4, Array.from({ length: 1000 }, () => '-an'), 'has an argument twice'],
    [MP4, ['-crf'], '-crf must be a whole number from 1 to 51, not ""'],
    [MP4, ['-crf', '-an'], '-crf must be a whole number from 1 to 51, not "-an"'],
    [MP4, ['-crf 52'], 'not "52"'],
    [MP4, ['-crf 0'], 'not "0"'],
    [MP4, ['-g 1e3'], 'not "1e3"'],
    [MP4, ['-b:v 100001k'], 'from 1k to 100000k or from 1M to 100M'],
    [MP4, ['-b:v 1000'], 'not "1000"'],
    [MP4, ['-level 1.9'], '-level must be one of 1, 1.1'],
    [MP4, ['-vf hflip=x=1'], 'not "hflip=x=1"'],
    [MP4, ['-vf hue=s=11'], 'not "hue=s=11"'],
    [MP4, ['-vf hue=s=t'], 'not "hue=s=t"'],
    [MP4, ['-vf constructor'], 'not "constructor"'],
    [MP4, ['-vf eq=toString=1'], 'not "eq=toString=1"'],
    [MP4, ['-vf hflip,'], 'not "hflip,"'],
    [MP4, [`-vf ${Array.from({ length: 6 }, () => 'hflip').join(',')}`], 'at most 5 of'],
    [MP4, ['-movflags +dash'], '-movflags must be one or more of faststart'],
    [MP4, ['-maxrate 1M'], 'needs -maxrate and -bufsize together'],
    [MP4, ['-crf 18', '-b:v 1M'], 'cannot contain both -crf and -b:v with h264'],
    [MP4, ['-profile:v high', '-pix_fmt yuv444p'], 'cannot contain -profile:v high with -pix_fmt yuv444p'],
    [VP9, ['-maxrate 1M', '-bufsize 1M'], 'needs -b:v beside -maxrate with vp9'],
    [VP9, ['-tune film'], 'cannot contain "-tune" with vp9 in webm'],
    [VP9, ['-movflags faststart'], 'cannot contain "-movflags"'],
    [VP8, ['-pix_fmt yuv420p'], 'cannot contain "-pix_fmt" with vp8'],
    [MP4, ['toString'], 'cannot contain "toString"'],
    [MP4, ['a'.repeat(256)], `cannot contain "${'a'.repeat(40)}…"`],
  ])('%j cannot have %j', (file, items, fault) => {
    expect(faultInFfmpegArguments(items, { ...file, ...FPS })).toContain(fault)
  })

  test('are read by their names', () => {
    expect(readFfmpegArguments(['-crf', '18', '-an', '-vf hflip'])).toEqual({
      '-crf': '18',
      '-an': '',
      '-vf': 'hflip',
    })
  })
})
