/** A header of requests. */
export interface HeaderLine {
  name: string
  value: string
}

/** Reads `Name=Value` or `Name: Value`; the first of the two signs ends the name. */
export function readHeaderLine(line: string): HeaderLine {
  const at = line.search(/[=:]/)
  return { name: line.slice(0, at).trim(), value: line.slice(at + 1).trim() }
}
