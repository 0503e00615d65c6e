import { page } from '../test-engine.ts'

const words = (count: number, word = 'word') =>
  Array.from({ length: count }, (_, index) => `${word}${index}`).join(' ')
const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join('')
const rows = (count: number) => times(count, (row) => `<tr><td>cell ${row}</td><td>${words(5)}</td></tr>`)

/** Pages that print in many ways, by what is particular about each. */
export const pagedPages: Record<string, string> = {
  empty: page(''),
  'one word': page('', 'word'),
  'long text': page('p { font-size: 20px }', `<p>${words(3000)}</p>`),
  'large margins': page('@page { margin: 5cm }', `<p>${words(800)}</p>`),
  'unlike margins': page('@page { margin: 1cm 2cm 3cm 4cm }', `<p>${words(800)}</p>`),
  'small paper': page('@page { size: A6 }', `<p>${words(500)}</p>`),
  'paper in millimetres': page('@page { size: 100mm 150mm; margin: 10mm }', `<p>${words(400)}</p>`),
  'paper on its side': page('@page { size: A5 landscape; margin: 1cm }', `<p>${words(600)}</p>`),
  'orientation alone': page('@page { size: landscape }', `<p>${words(900)}</p>`),
  'named paper': page('@page { size: letter; margin: 1in }', `<p>${words(900)}</p>`),
  'first page': page('@page { margin: 1cm } @page :first { margin: 6cm }', `<p>${words(1500)}</p>`),
  'left and right pages': page(
    '@page :left { margin: 1cm 4cm 1cm 1cm } @page :right { margin: 1cm 1cm 1cm 4cm }',
    `<p>${words(2500)}</p>`,
  ),
  'named pages': page(
    '@page wide { size: A4 landscape } section { page: wide }',
    `<p>upright</p><section>${words(300)}</section><p>upright again</p>`,
  ),
  'breaks before': page(
    'h1 { break-before: page }',
    times(5, (index) => `<h1>part ${index}</h1>`),
  ),
  'breaks after': page(
    'section { break-after: page }',
    times(4, (index) => `<section>part ${index}</section>`),
  ),
  'breaks to the right': page(
    'h1 { break-before: right }',
    times(3, (index) => `<h1>part ${index}</h1>`),
  ),
  'old breaks': page(
    'div { page-break-after: always }',
    times(3, (index) => `<div>part ${index}</div>`),
  ),
  'unbroken blocks': page(
    'div { break-inside: avoid; height: 400px }',
    times(7, (index) => `<div>block ${index}</div>`),
  ),
  'headings with their text': page(
    'h2 { break-after: avoid } p { margin: 0 }',
    times(30, (index) => `<h2>head ${index}</h2><p>${words(40)}</p>`),
  ),
  'widows and orphans': page(
    'p { orphans: 4; widows: 4; width: 300px }',
    times(20, () => `<p>${words(60)}</p>`),
  ),
  'a long table': page('td { border: 1px solid }', `<table>${rows(150)}</table>`),
  'a table with a repeated head': page(
    '',
    `<table><thead><tr><th>name</th><th>text</th></tr></thead><tbody>${rows(120)}</tbody><tfoot><tr><td>foot</td></tr></tfoot></table>`,
  ),
  'unbroken rows': page('tr { break-inside: avoid } td { height: 90px }', `<table>${rows(30)}</table>`),
  'a wide table': page(
    'td { white-space: nowrap }',
    `<table><tr>${times(40, (index) => `<td>column ${index}</td>`)}</tr></table>`,
  ),
  columns: page('main { columns: 3 }', `<main>${words(2500)}</main>`),
  grid: page(
    'main { display: grid; grid-template-columns: 1fr 1fr } div { height: 180px }',
    `<main>${times(24, (index) => `<div>cell ${index}</div>`)}</main>`,
  ),
  flex: page(
    'main { display: flex; flex-wrap: wrap } div { width: 200px; height: 150px }',
    `<main>${times(40, (index) => `<div>item ${index}</div>`)}</main>`,
  ),
  floats: page(
    'img { float: left; width: 200px; height: 300px }',
    times(8, () => `<img alt="" src="data:,"><p>${words(120)}</p>`),
  ),
  'fixed parts': page(
    'header { position: fixed; top: 0 }',
    `<header>head</header><p style="margin-top: 40px">${words(1500)}</p>`,
  ),
  'absolute parts': page('b { position: absolute; top: 1500px }', `<p>${words(900)}</p><b>below</b>`),
  'screen and print': page(
    '@media print { nav { display: none } } @media screen { main { display: none } }',
    `<nav>menu</nav><main>${words(200)}</main>`,
  ),
  'by width of the paper': page(
    '@media (max-width: 700px) { p { font-size: 30px } }',
    `<p>${words(400)}</p>`,
  ),
  'from right to left': page('html { direction: rtl }', `<p>${words(300, 'שלום')}</p>`),
  'upright lines': page('html { writing-mode: vertical-rl }', `<p>${words(300, '縦')}</p>`),
  counters: page(
    'section { counter-increment: part } section::before { content: "part " counter(part) } section { height: 500px }',
    times(6, () => '<section></section>'),
  ),
  'lists and quotes': page(
    '',
    `<ol>${times(80, (index) => `<li>entry ${index}</li>`)}</ol><blockquote>${words(100)}</blockquote>`,
  ),
  'heights of the viewport': page(
    'section { height: 100vh }',
    times(4, (index) => `<section>screen ${index}</section>`),
  ),
  'content that overflows': page(
    'div { height: 100px; overflow: hidden } pre { white-space: pre }',
    `<div>${words(500)}</div><pre>${words(60)}</pre>`,
  ),
  'a form': page(
    '',
    `<form><input value="typed"><textarea>${words(20)}</textarea><select><option>chosen</select></form>`,
  ),
  drawings: page(
    '',
    times(6, (index) => `<svg width="300" height="300"><text y="50">drawn ${index}</text></svg>`),
  ),
  'larger and smaller text': page(
    'html { font-size: 200% } small { font-size: 8px }',
    `<p>${words(300)}</p><small>${words(300)}</small>`,
  ),
  'open and closed details': page(
    '',
    `<details open><summary>one</summary>${words(50)}</details><details><summary>two</summary>hidden</details>`,
  ),
}
