/** What each page is rendered with, by what is said above the column. */
export const modes: Readonly<Record<string, Record<string, unknown>>> = {
  viewport: {},
  'native full page': { full_page: true, full_page_mode: 'native' },
  'stitched full page': { full_page: true, full_page_mode: 'stitch' },
  sections: { full_page: true, max_section_height: 1024, show_sections: true, show_seams: true },
  'full width, dpr 2': { full_page: true, full_width: true, dpr: 2, max_height: 6000 },
  'dark, print': { dark_mode: true, media: 'print' },
}
