import { expect, test } from '@jest/globals'
import { markdownOf } from './test-convert.ts'

test.each([
  ['<mo>{</mo><mi>a_b</mi><mo>}</mo><mo>%</mo><mo>#</mo><mo>&amp;</mo>', String.raw`\{ a\_b \} \% \# \&`],
  ['<mi>A</mi><mo>\\</mo><mi>B</mi>', String.raw`A \backslash B`],
  ['<mover><mi>x</mi><mo>^</mo></mover><mover><mi>y</mi><mo>~</mo></mover>', String.raw`\hat{x} \tilde{y}`],
  ['<mover><mi>x</mi><mo>¯</mo></mover><mover><mi>v</mi><mo>→</mo></mover>', String.raw`\bar{x} \vec{v}`],
  ['<mover><mi>x</mi><mo>˙</mo></mover><mover><mi>x</mi><mo>¨</mo></mover>', String.raw`\dot{x} \ddot{x}`],
  ['<mover><mi>x</mi><mi>n</mi></mover>', 'x^{n}'],
  [
    '<mmultiscripts><mi>C</mi><mi>i</mi><none></none><mi>j</mi><mi>k</mi><mprescripts></mprescripts><mn>6</mn><mn>14</mn></mmultiscripts>',
    '{}_{6}^{14}C_{i j}^{k}',
  ],
  [
    '<mi>log</mi><mo>&#x2061;</mo><mi>n</mi><mo>+</mo><mi>sgn</mi><mo>&#x2061;</mo><mn>2</mn><mo>&#x2062;</mo><mi>x</mi>',
    String.raw`\log n + \operatorname{sgn} 2 x`,
  ],
  ['<mi mathvariant="double-struck">R</mi><mi mathvariant="normal">d</mi>', String.raw`\mathbb{R} d`],
  ['<msup><msup><mi>x</mi><mn>2</mn></msup><mn>3</mn></msup>', '{x^{2}}^{3}'],
  [
    '<mi>f</mi><mo>=</mo><mrow><mo>{</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mtext>if 5%</mtext></mtd></mtr><mtr><mtd><mn>0</mn></mtd></mtr></mtable></mrow>',
    String.raw`f = \begin{cases}1 & \text{if 5\%} \\ 0\end{cases}`,
  ],
  [
    '<mo>{</mo><mtable><mtr><mtd><mn>1</mn></mtd></mtr></mtable><mo>}</mo>',
    String.raw`\{ \begin{matrix}1\end{matrix} \}`,
  ],
])('MathML without a source: %s', (mathml, tex) => {
  expect(markdownOf(`<math>${mathml}</math>`)).toBe(`$${tex}$`)
})
