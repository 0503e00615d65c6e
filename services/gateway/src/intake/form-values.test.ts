import { describe, expect, test } from '@jest/globals'
import { valuesOfForm } from './form-values.ts'

describe('valuesOfForm', () => {
  test.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{ url: 'a.com', width: '', css: '', fullPage: '', archive: '' }, { url: 'a.com' }],
    [{ url: '', html: '' }, { url: '' }],
    [
      { webhookUrl: '', proxy: '', s3_presigned_url: '' },
      { webhookUrl: '', proxy: '', s3_presigned_url: '' },
    ],
    [{ click: ['', '#a'], hover: [''] }, { click: ['#a'] }],
    [
      {
        thumbnails: [{ width: '5', key: '' }, { key: '' }],
        markdown_options: { preprocessing: { preset: '' } },
      },
      { thumbnails: [{ width: '5' }] },
    ],
    [
      { width: ['5', '5'], height: ['', '6'], clickAll: ['a', 'a'], archive: ['a', 'a'] },
      { width: '5', height: '6', clickAll: ['a', 'a'], archive: 'a' },
    ],
    [
      { width: ['5', '6'], llm_schema: ['a'] },
      { width: ['5', '6'], llm_schema: ['a'] },
    ],
  ])('%j is %j', (form, values) => expect(valuesOfForm(form)).toEqual(values))
})
