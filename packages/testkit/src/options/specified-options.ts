// The options of the specification, section 2.2: transcribed from its text, not from the option table that it tests.

export const strictBooleans = `s3_object_lock wait_to_leave_pierce`.split(/\s+/)

export const flags =
  `accept_cookies add_cors allow_coin allow_infinite auto_crop block_ads block_data_urls block_fetch block_fonts block_frames block_images block_injections block_manifests block_medias block_other block_pings block_scripts block_sockets block_styles block_xhr certify click_accept cloudrun continue_on_nav_error dark_mode debug detect_full_height disable_animations disable_js disable_ligatures disable_web_security display_p3 fail_if_captcha fail_if_cf_turnstile fail_if_selector_missing fail_if_selector_present fail_on_3xx fail_on_4xx fail_on_5xx fail_on_metadata_error fail_on_retry_conditions finalRetry fix_full_height flash force force_dpr fragment freeze_fixed from_html full_html full_page full_page_slices full_width gpu hdr10 hide_cookie_banners hide_headless https_upgrade ignore_load_errors json kill_popups lazyload lightweight llm_full_response metadata mock no_suffix no_upload pdf_auto_crop pdf_background pdf_fit_to_page pdf_outline pdf_show_footer pdf_show_header pdf_tagged press_escape proxy_same_domain readable rec2020 reduce_proxy reduced_motion refresh refresh_after_scroll reload reload_after_scroll retina retry_on_nav_error revisit revisit_after_scroll s3_force_path_style s3_private_bucket save_clicks save_cookies save_headers save_headings save_html save_http_headers save_links save_markdown save_metadata save_mhtml save_resource_info save_structured_data save_tables scrgb_linear secure_mode sharp_stitch show_certificate_errors show_seams show_sections show_timestamp show_url skip_final_delay skip_scroll skip_webhooks solve_captchas solve_cf_turnstile thumbnails_object transparent turbo use_azure use_chrome use_chromium use_llm use_proxy use_s3 use_stealth use_tailwind viewport_clip watermark web_bot_auth web_bot_auth_optional llm_azure_use_deployment_urls video_use_iscroll video_scroll video_scroll_require_sections video_warmup video_scroll_back debug_video md_autolinks md_br_tables md_debug md_default_title md_escape_ascii md_escape_asterisks md_escape_misc md_escape_underscores md_extract_metadata md_hocr_tables md_inline md_pre_forms md_pre_nav md_preprocess md_skip_images md_strip_newlines md_wrap`.split(
    /\s+/,
  )

export const intLike =
  `quality delay timeout scroll_delay scroll_height width height thumb_width thumb_height crop_width minidelay max_height max_width max_section_height max_section_width max_sections max_xsections max_scroll_page_time ttl wait_timeout redirect_after scroll_increment auto_crop_threshold s3_part_size llm_temperature llm_max_tokens llm_md_budget llm_height llm_width max_retries max_attempts retry_delay_ms min_size_bytes full_page_slice_height full_page_slice_overlap_height md_list_width md_wrap_width mock_cost video_width video_height video_quality video_bitrate video_bits_per_second video_time video_duration video_aspect video_fps video_prescroll_duration video_scroll_duration video_rest_duration video_scroll_back_duration video_postscroll_duration video_scroll_distance video_scroll_offset video_chrome_height video_crop_w video_refs video_sections`.split(
    /\s+/,
  )

export const numberLike =
  `dpr scroll_to scroll_to_x pdf_page_width pdf_page_height pdf_scale pdf_dpi pdf_margin_top pdf_margin_bottom pdf_margin_left pdf_margin_right longitude latitude accuracy pdf_page_range img_pad video_jitter video_seek`.split(
    /\s+/,
  )

export const strings =
  `accept_lang authorization browser debug_url unique user_agent platform wrap bg_color hide_selector hide_selector_x highlight highlightfg highlightbg selector css js s3_key s3_secret s3_bucket s3_path s3_region s3_endpoint s3_presigned_url s3_presigned_url_html s3_presigned_url_mhtml s3_presigned_url_markdown s3_presigned_url_metadata s3_presigned_url_resource_info cdn_host azure_account_name azure_container_name azure_sas_token azure_path wait_for wait_for_x wait_to_leave wait_to_leave_x webhook_url base_url width_from height_from blend_mode proxy pov point_of_view pov_country point_of_view_country clip tz custom_data_variable pdf_header pdf_footer pdf_title pdf_subject pdf_author pdf_keywords pdf_creator auto_crop_bg render_queue service_proxy img_bg download cache_ignore llm_prompt llm_system_prompt llm_key llm_model llm_base_url llm_azure_resource_name llm_azure_api_version llm_aws_region llm_aws_access_key_id llm_aws_secret_access_key llm_aws_session_token llm_gcp_project llm_gcp_location llm_gcp_service_account_json region click_at md_bullets md_code_lang md_encoding md_sub md_sup`.split(
    /\s+/,
  )

export const lists =
  `block_url_keywords block_urls click click_all click_all_x click_x cookie cookies fail_on fail_on_except header headers hover hover_x proxy_hosts proxy_resources retry_on tag md_keep_images_in md_preserve_tags md_strip_tags video_ffmpeg`.split(
    /\s+/,
  )

/** The text names only some easing families; the other four are decided by this project. */
const EASES = 'quadratic cubic quartic quintic sinusoidal exponential circular elastic back bounce'.split(' ')
const eases = ['linear.none', ...EASES.flatMap((name) => [`${name}.in`, `${name}.out`, `${name}.inout`])]

const fits = words('cover, contain, fill, inside, outside')
const positions = words(
  'top, right top, right, right bottom, bottom, left bottom, left, left top, center, centre, north, northeast, east, southeast, south, southwest, west, northwest, entropy, attention',
)

/** The enumerated options and their values. */
export const enums: Record<string, string[]> = {
  color_profile: words('default, srgb, dp3, rec2020, scrgblinear, hdr10, colorspingamma24'),
  engine_version: words('stable, latest, lts, experimental'),
  v: words('stable, latest, lts, experimental'),
  frame_selection_mode: words('visible, all'),
  format: words('png, jpg, jpeg, pdf, avif, mp4, webm, webp, html, mhtml, svg, md'),
  full_page_mode: words('native, stitch'),
  img_fit: fits,
  img_position: positions,
  llm_md_mode: alsoLowerCase('Compact, Extractive, Full'),
  llm_md_tables: alsoLowerCase('Drop, Full, Summary'),
  llm_output: words('object, array, enum'),
  media: words('print, screen'),
  metadata_engine: alsoLowerCase('Legacy, Structured'),
  pdf_margin: words('default, none, minimum'),
  pdf_orientation: words('portrait, landscape'),
  pdf_page_size: words(
    'a0, a1, a2, a3, a4, a5, a6, legal, ledger, letter, tabloid, A0, A1, A2, A3, A4, A5, A6, Legal, Ledger, Letter, Tabloid',
  ),
  request_interception_method: words('puppeteer, cdp'),
  response_type: words('json, jsondebug, binary, base64, none'),
  s3_storageclass: alsoLowerCase(
    'STANDARD, REDUCED_REDUNDANCY, STANDARD_IA, ONEZONE_IA, INTELLIGENT_TIERING, GLACIER, DEEP_ARCHIVE, OUTPOSTS',
  ),
  wait_until: words('domloaded, mostrequestsfinished, requestsfinished, loaded'),
  wait_for_state: words('attached, visible'),
  wait_to_leave_state: words('detached, hidden'),
  llm_provider: words(
    'anthropic, openai, google, azure, mistral, cohere, amazon-bedrock, google-vertex, groq, xai, deepseek, perplexity, togetherai, fireworks, cerebras, openrouter',
  ),
  llm_azure_api_protocol: words('openai, anthropic'),
  video_method: words('screencast, psr, extension, modern'),
  video_preset: words('ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow'),
  video_codec: words('h264, vp9, vp8'),
  video_ease: eases,
  video_ease_end: eases,
  md_code_blocks: alsoLowerCase('Backticks, Indented, Tildes'),
  md_heading: words('Atx, AtxClosed, Underlined, atx, atx_closed, atxclosed, closed, underlined'),
  md_highlight: words(
    'Bold, DoubleEqual, Html, None, bold, double_equal, doubleequal, html, marker, none, plain',
  ),
  md_list_indent: alsoLowerCase('Spaces, Tabs'),
  md_newline: alsoLowerCase('Backslash, Spaces'),
  md_output: alsoLowerCase('Djot, Markdown, Plain'),
  md_preset: alsoLowerCase('Aggressive, Minimal, Standard'),
  md_whitespace: alsoLowerCase('Normalized, Strict'),
  md_em: words('*, _'),
}

/** The members of the items of `thumbnails`; those with values are one of them. */
export const thumbnailMembers = {
  values: {
    preset: words('xs, sm, md, lg, xl, 2xl, 3xl, 4xl, 5xl, 1/2, 1/4, 3/4'),
    fit: fits,
    position: positions,
  },
  others: words('key, size, width, height, bg, suffix, presigned_url'),
}

/** The members of the items of `video_scroll_to`. */
export const scrollMembers = words('selector, text, wait, duration, ease, offset')

/** The members of `markdown_options`, and of its `preprocessing`. */
export const markdownMembers = words(
  'autolinks, brInTables, convertAsInline, debug, defaultTitle, escapeAscii, escapeAsterisks, escapeMisc, escapeUnderscores, extractMetadata, hocrSpatialTables, skipImages, stripNewlines, wrap, bullets, codeLanguage, encoding, subSymbol, supSymbol, codeBlockStyle, headingStyle, highlightStyle, listIndentType, newlineStyle, outputFormat, strongEmSymbol, whitespaceMode, listIndentWidth, wrapWidth, keepInlineImagesIn, preserveTags, stripTags, preprocessing',
)
export const preprocessingMembers = words('enabled, preset, removeForms, removeNavigation')

/** The members of the entries of `retry_with`. */
export const retryMembers = words(
  'proxy, use_proxy, service_proxy, reduce_proxy, proxy_same_domain, proxy_resources, proxy_hosts, user_agent, pov, point_of_view, pov_country, point_of_view_country, use_stealth, hide_headless, block_ads, block_urls, block_url_keywords, hide_cookie_banners, click_accept, click, click_all, hover, wait_until, wait_for, delay, width, height, retina, viewport_clip, js, css, hide_selector, header, cookie, authorization, accept_lang, media, ignore_https_errors, disable_web_security, timeout, debug, headless',
)

/** Options of other kinds, and those that only section 2.1 names. */
export const others = words(
  'url, html, headless, llm_schema, thumbnails, video_scroll_to, markdown_options, retry_with',
)

function words(text: string): string[] {
  return text.split(', ')
}

function alsoLowerCase(text: string): string[] {
  return [...words(text), ...words(text.toLowerCase())]
}
