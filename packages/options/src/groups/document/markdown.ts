import { flag, int, list, oneOf, onlyFor, shape, text } from '../../kinds/index.ts'

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

/** Options for the conversion to Markdown, as flat options. */
const flat = {
  md_heading: oneOf('Style of headings.', ['Atx', 'AtxClosed', 'Underlined'], {
    default: 'Atx',
    aliases: { closed: 'AtxClosed' },
  }),
  md_list_indent: oneOf('Characters that indent nested lists.', ['Spaces', 'Tabs'], { default: 'Spaces' }),
  md_list_width: int('Number of spaces that indent a nested list.', { minimum: 1, maximum: 8, default: 2 }),
  md_bullets: text('Bullet characters of list items, by depth.', {
    maxBytes: 3,
    default: '-',
    pattern: String.raw`[\-*+]{1,3}`,
    expects: 'one to three of the characters - * +',
    examples: ['-', '-*+'],
  }),
  md_em: oneOf('Emphasis character.', ['*', '_'], { default: '*', isPunctuated: true }),
  md_escape_asterisks: flag('Escape asterisks.'),
  md_escape_underscores: flag('Escape underscores.'),
  md_escape_misc: flag('Escape other characters that Markdown may interpret.'),
  md_escape_ascii: flag('Escape all ASCII punctuation.'),
  md_code_blocks: oneOf('Style of code blocks.', ['Backticks', 'Indented', 'Tildes'], {
    default: 'Backticks',
  }),
  md_code_lang: text('Default language of code blocks.', { maxBytes: 64, default: '' }),
  md_autolinks: flag('Write links whose text is their address as autolinks.', { default: true }),
  md_default_title: flag('Add a title to links whose text is their address.'),
  md_br_tables: flag('Keep line breaks in table cells.'),
  md_hocr_tables: flag('Rebuild tables of scanned documents.', {
    default: true,
    accepted: 'pages come from a browser, never from scanned documents',
  }),
  md_highlight: oneOf('Style of highlighted text (mark elements).', ['Bold', 'DoubleEqual', 'Html', 'None'], {
    default: 'DoubleEqual',
    aliases: { marker: 'DoubleEqual', plain: 'None' },
  }),
  md_extract_metadata: flag('Start the document with the metadata of the page.', { default: true }),
  md_whitespace: oneOf('Whether consecutive spaces are collapsed.', ['Normalized', 'Strict'], {
    default: 'Normalized',
  }),
  md_strip_newlines: flag('Replace line breaks within text by spaces.'),
  md_wrap: flag('Wrap long lines.'),
  md_wrap_width: int('Maximum line length; 0 for no limit.', {
    unit: 'characters',
    minimum: 0,
    maximum: 1000,
    default: 80,
    needs: ['md_wrap'],
  }),
  md_inline: flag('Treat block elements as inline.'),
  md_sub: text('Characters around subscript text.', { ...MARK, default: '' }),
  md_sup: text('Characters around superscript text.', { ...MARK, default: '' }),
  md_newline: oneOf('Style of line breaks.', ['Backslash', 'Spaces'], { default: 'Spaces' }),
  md_keep_images_in: list('Elements in which inline images are kept.', tags),
  md_preprocess: flag('Preprocess the page: remove boilerplate first.'),
  md_pre_nav: flag('Remove navigation when preprocessing.', {
    default: true,
    needs: ['md_preprocess', 'md_preset'],
  }),
  md_pre_forms: flag('Remove forms when preprocessing.', {
    default: true,
    needs: ['md_preprocess', 'md_preset'],
  }),
  md_preset: oneOf(
    'How much is removed when preprocessing, which it switches on unless "md_preprocess" is false.',
    ['Aggressive', 'Minimal', 'Standard'],
    { default: 'Standard', needs: ['md_preprocess'] },
  ),
  md_encoding: text('Character encoding of the input.', {
    maxBytes: 64,
    accepted: 'the output of a browser is always UTF-8',
  }),
  md_debug: flag('Return debug information about the conversion.'),
  md_strip_tags: list('Elements to unwrap: the tags are removed, the content is kept.', tags),
  md_preserve_tags: list('Elements to keep as HTML.', tags),
  md_skip_images: flag('Omit images.'),
  md_output: oneOf('Output language.', ['Djot', 'Markdown', 'Plain'], { default: 'Markdown' }),
}

/** Members of `markdown_options`, and the option that each one sets. */
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

/** Options for the conversion to Markdown, flat and as one object. */
export const markdown = onlyFor(
  ['md'],
  {
    ...flat,
    markdown_options: shape('All Markdown options in one object, by the names of the published library.', {
      ...nested,
      preprocessing: shape('How the page is preprocessed.', preprocessing),
    }),
  },
  'save_markdown',
)

/** The option that each member of `markdown_options` sets. */
export const markdownMembers = new Map(optionsOf(nested))

/** The option that each member of `markdown_options.preprocessing` sets. */
export const preprocessingMembers = new Map(optionsOf(preprocessing))

function optionsOf(members: Record<string, unknown>): [string, keyof typeof flat][] {
  const names = Object.keys(flat) as (keyof typeof flat)[]
  return Object.entries(members).map(([member, row]) => [member, names.find((name) => flat[name] === row)!])
}
