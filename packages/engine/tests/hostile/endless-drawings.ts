const definitions = Array.from(
  { length: 9 },
  (_, at) => `<g id="g${at + 1}">${`<use href="#g${at}"/>`.repeat(10)}</g>`,
).join('')

/** Content of an SVG whose last use draws a billion rectangles. */
export const USES_OF_USES = `<defs><rect id="g0" width="1" height="1"/>${definitions}</defs><use href="#g9"/>`

/** A script that draws on the first canvas of the page with a shader that does not end. */
export const ENDLESS_SHADER = `
  const gl = document.querySelector('canvas').getContext('webgl')
  const make = (type, source) => {
    const made = gl.createShader(type)
    gl.shaderSource(made, source)
    gl.compileShader(made)
    gl.attachShader(program, made)
  }
  const program = gl.createProgram()
  make(gl.VERTEX_SHADER, 'attribute vec2 at; void main() { gl_Position = vec4(at, 0, 1); }')
  make(gl.FRAGMENT_SHADER, \`precision highp float; void main() {
    float x = gl_FragCoord.x;
    for (int i = 0; i < 100000; i++) for (int j = 0; j < 100000; j++) x = sin(x) + cos(x);
    gl_FragColor = vec4(x);
  }\`)
  gl.linkProgram(program)
  gl.useProgram(program)
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer())
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW)
  gl.enableVertexAttribArray(0)
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0)
  gl.drawArrays(gl.TRIANGLES, 0, 3)`
