const SEPARATOR = /\s+[|\-–—·•:»«/]+\s+|\s*[|»«]\s*/gu

/** Returns the two parts of a title around each sign that separates parts, such as a title and the name of a site. */
export function partsOfTitle(title: string): { start: string; end: string }[] {
  return Array.from(title.matchAll(SEPARATOR), ({ index, 0: separator }) => ({
    start: title.slice(0, index),
    end: title.slice(index + separator.length),
  }))
}
