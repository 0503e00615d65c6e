import { flag, int, list, oneOf, shape, text } from '../kinds/index.ts'

const MARK = { maxBytes: 32 }
const tags = {
  isSplit: true,
  isLowerCase: true,
  maxItems: 100,
  maxBytes: 64,
  items: 'names of elements',
  pattern: String.raw`[a-z][a-z0-9\-]*`,
  examples: ['table', 'h1'],
}

/** How a page becomes Markdown, by names of its own. */
const flat = {
  md_heading: oneOf('How headings are written.', ['Atx', 'AtxClosed', 'Underlined'], {
    default: 'Atx',
    aliases: { closed: 'AtxClosed' },
  }),
  md_list_indent: oneOf('What nested lists are indented with.', ['Spaces', 'Tabs'], { default: 'Spaces' }),
  md_list_width: int('Spaces that a nested list is indented by.', { minimum: 1, maximum: 8, default: 2 }),
  md_bullets: text('Marks of list items, by depth.', {
    maxBytes: 3,
    default: '-',
    pattern: String.raw`[\-*+]{1,3}`,
    expects: 'one to three of the characters - * +',
    examples: ['-', '-*+'],
  }),
  md_em: oneOf('Mark of emphasis.', ['*', '_'], { default: '*', isPunctuated: true }),
  md_escape_asterisks: flag('Escape asterisks.'),
  md_escape_underscores: flag('Escape underscores.'),
  md_escape_misc: flag('Escape other characters that Markdown may take for marks.'),
  md_escape_ascii: flag('Escape all ASCII punctuation.'),
  md_code_blocks: oneOf('How blocks of code are written.', ['Backticks', 'Indented', 'Tildes'], {
    default: 'Backticks',
  }),
  md_code_lang: text('Language of blocks of code that name none.', { maxBytes: 64, default: '' }),
  md_autolinks: flag('Write links whose text is their address in the short form.', { default: true }),
  md_default_title: flag('Give links whose text is their address a title.'),
  md_br_tables: flag('Keep line breaks in the cells of tables.'),
  md_hocr_tables: flag('Rebuild tables of scanned documents.', {
    default: true,
    accepted: 'pages are read from a browser, never from scanned documents',
  }),
  md_highlight: oneOf('How marked text is written.', ['Bold', 'DoubleEqual', 'Html', 'None'], {
    default: 'DoubleEqual',
    aliases: { marker: 'DoubleEqual', plain: 'None' },
  }),
  md_extract_metadata: flag('Begin with the metadata of the page.', { default: true }),
  md_whitespace: oneOf('Whether runs of blanks become one.', ['Normalized', 'Strict'], {
    default: 'Normalized',
  }),
  md_strip_newlines: flag('Turn line breaks within text into blanks.'),
  md_wrap: flag('Break long lines.'),
  md_wrap_width: int('Length of a line; 0 for no limit.', {
    unit: 'characters',
    minimum: 0,
    maximum: 1000,
    default: 80,
    needs: ['md_wrap'],
  }),
  md_inline: flag('Write headings and paragraphs without their block form.'),
  md_sub: text('Mark around text set below the line.', { ...MARK, default: '' }),
  md_sup: text('Mark around text set above the line.', { ...MARK, default: '' }),
  md_newline: oneOf('How a line break is written.', ['Backslash', 'Spaces'], { default: 'Spaces' }),
  md_keep_images_in: list('Elements within which pictures are kept.', tags),
  md_preprocess: flag('Clean the page up first.'),
  md_pre_nav: flag('Remove navigation when cleaning up.', {
    default: true,
    needs: ['md_preprocess', 'md_preset'],
  }),
  md_pre_forms: flag('Remove forms when cleaning up.', {
    default: true,
    needs: ['md_preprocess', 'md_preset'],
  }),
  md_preset: oneOf('How much is removed when cleaning up.', ['Aggressive', 'Minimal', 'Standard'], {
    default: 'Standard',
  }),
  md_encoding: text('Character encoding of the input.', {
    maxBytes: 64,
    accepted: 'what a browser gives is always UTF-8',
  }),
  md_debug: flag('Tell what the conversion noticed.'),
  md_strip_tags: list('Elements to remove around what they hold.', tags),
  md_preserve_tags: list('Elements to keep as markup.', tags),
  md_skip_images: flag('Leave pictures out.'),
  md_output: oneOf('Language that is written.', ['Djot', 'Markdown', 'Plain'], { default: 'Markdown' }),
}

/** Members of `markdown_options`, by the option each one stands for. */
const nested = {
  autolinks: flat.md_autolinks,
  br_in_tables: flat.md_br_tables,
  convert_as_inline: flat.md_inline,
  debug: flat.md_debug,
  default_title: flat.md_default_title,
  escape_ascii: flat.md_escape_ascii,
  escape_asterisks: flat.md_escape_asterisks,
  escape_misc: flat.md_escape_misc,
  escape_underscores: flat.md_escape_underscores,
  extract_metadata: flat.md_extract_metadata,
  hocr_spatial_tables: flat.md_hocr_tables,
  skip_images: flat.md_skip_images,
  strip_newlines: flat.md_strip_newlines,
  wrap: flat.md_wrap,
  bullets: flat.md_bullets,
  code_language: flat.md_code_lang,
  encoding: flat.md_encoding,
  sub_symbol: flat.md_sub,
  sup_symbol: flat.md_sup,
  code_block_style: flat.md_code_blocks,
  heading_style: flat.md_heading,
  highlight_style: flat.md_highlight,
  list_indent_type: flat.md_list_indent,
  newline_style: flat.md_newline,
  output_format: flat.md_output,
  strong_em_symbol: flat.md_em,
  whitespace_mode: flat.md_whitespace,
  list_indent_width: flat.md_list_width,
  wrap_width: flat.md_wrap_width,
  keep_inline_images_in: flat.md_keep_images_in,
  preserve_tags: flat.md_preserve_tags,
  strip_tags: flat.md_strip_tags,
}

const preprocessing = {
  enabled: flat.md_preprocess,
  preset: flat.md_preset,
  remove_forms: flat.md_pre_forms,
  remove_navigation: flat.md_pre_nav,
}

/** How a page becomes Markdown: one by one, or all in one object. */
export const markdown = {
  ...flat,
  markdown_options: shape('All options of Markdown in one object, by the names of the published library.', {
    ...nested,
    preprocessing: shape('How the page is cleaned up first.', preprocessing),
  }),
}

/** The option that each member of `markdown_options` stands for. */
export const markdownMembers = new Map(optionsOf(nested))

/** The option that each member of its `preprocessing` stands for. */
export const preprocessingMembers = new Map(optionsOf(preprocessing))

function optionsOf(members: Record<string, unknown>): [string, keyof typeof flat][] {
  const names = Object.keys(flat) as (keyof typeof flat)[]
  return Object.entries(members).map(([member, row]) => [member, names.find((name) => flat[name] === row)!])
}
