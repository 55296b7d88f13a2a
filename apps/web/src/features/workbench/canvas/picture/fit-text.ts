/** Width of a text in pixels. */
type Measure = (text: string) => number

/**
 * Breaks a text into lines no wider than `width`. Ends the last line with an ellipsis if text is
 * left over.
 */
export function fitText(text: string, width: number, maxLines: number, measure: Measure): string[] {
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let line = ''
    for (const word of paragraph.split(/\s+/)) {
      const extended = line === '' ? word : `${line} ${word}`
      if (line === '' || measure(extended) <= width) line = extended
      else {
        lines.push(line)
        line = word
      }
    }
    lines.push(line)
  }
  const visibleLines = lines.slice(0, maxLines)
  return visibleLines.map((line, index) =>
    index === maxLines - 1 && lines.length > maxLines
      ? truncateLine(`${line}…`, width, measure)
      : truncateLine(line, width, measure),
  )
}

function truncateLine(line: string, width: number, measure: Measure): string {
  if (measure(line) <= width) return line
  let end = line.length - 1
  while (end > 0 && measure(`${line.slice(0, end)}…`) > width) end -= 1
  return `${line.slice(0, end)}…`
}

/** Measures text in a canvas, or estimates its width without one. */
export function measureFont(font: string): Measure {
  const surface = document.createElement('canvas').getContext('2d')
  if (!surface) return (text) => text.length * 7
  surface.font = font
  return (text) => surface.measureText(text).width
}
