/** The style sheet of an article: for reading, on screens and on paper. */
export const plainStyle = `
html { color-scheme: light; background: #fff; color: #1b1b1b; }
body { margin: 0 auto; padding: 32px 24px; max-width: 44rem; font: 18px/1.6 Georgia, "Noto Serif", "Liberation Serif", serif; overflow-wrap: break-word; }
h1, h2, h3, h4, h5, h6, .byline, figcaption, caption { font-family: system-ui, "Noto Sans", "Liberation Sans", sans-serif; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; margin: 1.6em 0 .5em; break-after: avoid; }
h1 { font-size: 2em; margin-top: 0; }
.byline { margin: -.5em 0 2em; color: #5c5c5c; font-size: .9em; }
a { color: #0b57a4; }
img, video, svg { max-width: 100%; height: auto; }
figure { margin: 1.5em 0; break-inside: avoid; }
figcaption, caption { color: #5c5c5c; font-size: .82em; line-height: 1.4; padding: .4em 0; text-align: start; }
blockquote { margin: 1.2em 0; padding-inline-start: 1em; border-inline-start: 3px solid #c9c9c9; color: #444; }
pre, code, kbd, samp { font-family: "Liberation Mono", "Noto Sans Mono", monospace; font-size: .85em; }
pre { padding: 1em; background: #f4f4f4; white-space: pre-wrap; line-height: 1.45; }
pre code { font-size: 1em; }
table { border-collapse: collapse; margin: 1.2em 0; font-size: .88em; line-height: 1.4; }
th, td { border: 1px solid #c9c9c9; padding: .35em .6em; text-align: start; vertical-align: top; }
th { background: #f4f4f4; }
tr { break-inside: avoid; }
summary { font-weight: bold; }
hr { border: 0; border-top: 1px solid #c9c9c9; margin: 2em 0; }
@page { margin: 14mm; }
@media print { body { max-width: none; padding: 12px; font-size: 11.5pt; } }
@media screen and (prefers-color-scheme: dark) {
  html { color-scheme: dark; background: #161616; color: #e3e3e3; }
  a { color: #8ab8ea; }
  pre, th { background: #262626; }
  blockquote { color: #c2c2c2; }
  .byline, figcaption, caption { color: #a8a8a8; }
}
`
