import type { Format } from '@render/outputs'
import type { OptionName } from './table.ts'

/**
 * Options that are not implemented yet, by capability. A caller who uses one gets a warning, or an error when it is in
 * `refused`. Remove an option here when it is implemented.
 */
export const planned = {
  documents: ['certify'],
  video: [
    'video_method',
    'video_codec',
    'video_preset',
    'video_quality',
    'video_bitrate',
    'video_fps',
    'video_width',
    'video_height',
    'video_aspect',
    'video_time',
    'video_duration',
    'video_seek',
    'video_refs',
    'video_ffmpeg',
    'video_chrome_height',
    'video_crop_w',
    'debug_video',
    'video_scroll',
    'video_warmup',
    'video_prescroll_duration',
    'video_scroll_duration',
    'video_rest_duration',
    'video_scroll_back',
    'video_scroll_back_duration',
    'video_postscroll_duration',
    'video_scroll_distance',
    'video_scroll_offset',
    'video_ease',
    'video_ease_end',
    'video_sections',
    'video_scroll_require_sections',
    'video_use_iscroll',
    'video_scroll_to',
  ],
  storage: [
    'use_s3',
    's3_key',
    's3_secret',
    's3_bucket',
    's3_path',
    's3_region',
    's3_endpoint',
    's3_force_path_style',
    's3_storageclass',
    's3_private_bucket',
    's3_object_lock',
    's3_part_size',
    'cdn_host',
    's3_presigned_url',
    's3_presigned_url_html',
    's3_presigned_url_mhtml',
    's3_presigned_url_markdown',
    's3_presigned_url_metadata',
    's3_presigned_url_resource_info',
    'no_suffix',
    'no_upload',
    'secure_mode',
    'use_azure',
    'azure_account_name',
    'azure_container_name',
    'azure_sas_token',
    'azure_path',
  ],
} as const satisfies Record<string, readonly OptionName[]>

/**
 * Planned options that are refused: they promise where a file is kept, or that it is not. Remove an option here and above
 * when it is implemented.
 */
export const refused = [
  'use_s3',
  'use_azure',
  's3_presigned_url',
  's3_presigned_url_html',
  's3_presigned_url_mhtml',
  's3_presigned_url_markdown',
  's3_presigned_url_metadata',
  's3_presigned_url_resource_info',
  'no_upload',
  'secure_mode',
] as const satisfies (typeof planned)['storage'][number][]

/** Formats that are not implemented yet. */
export const plannedFormats = ['mp4', 'webm'] as const satisfies Format[]

/** Formats that are implemented. */
export type ResolvedFormat = Exclude<Format, (typeof plannedFormats)[number]>
