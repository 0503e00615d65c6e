// Text in several scripts, whose widths and shapes are known but not its pixels.
import { page, type Fixtures } from './fixture.ts'

/** A line of each script, by language; the last one is emoji. */
export const SCRIPT_SAMPLES = {
  en: 'The quick brown fox',
  zh: '永和九年歲在癸丑',
  ja: 'いろはにほへと カタカナ',
  ko: '다람쥐 헌 쳇바퀴',
  ar: 'صف خلق خود كمثل الشمس',
  he: 'דג סקרן שט בים',
  hi: 'ऋषियों को सताने वाले',
  th: 'เป็นมนุษย์สุดประเสริฐ',
  'und-Zsye': '😀🎉🚀🍎👩‍💻🏳️‍🌈',
}

export const textPages: Fixtures = {
  '/text': {
    title: 'Lines of 80 px: Latin, Chinese, Japanese, Korean, Arabic, Hebrew, Devanagari, Thai, emoji',
    body: page(
      'p { margin: 0; height: 80px; font: 40px/80px sans-serif }',
      Object.entries(SCRIPT_SAMPLES)
        .map(([lang, line]) => `<p lang="${lang}" dir="auto">${line}</p>`)
        .join('\n'),
    ),
  },
}
