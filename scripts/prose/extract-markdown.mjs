// Extracts headings and sentences from Markdown. Code, tables of settings, front matter and HTML are left out.

export function extractMarkdown(file, source) {
  const units = []
  let paragraph = null
  let isCode = false
  let isFrontMatter = false
  source.split('\n').forEach((row, index) => {
    const line = index + 1
    if (index === 0 && row.trim() === '---') {
      isFrontMatter = true
      return
    }
    if (isFrontMatter) {
      if (row.trim() === '---') isFrontMatter = false
      return
    }
    if (/^\s*(```|~~~)/.test(row)) {
      isCode = !isCode
      paragraph = null
      return
    }
    if (isCode || (/^( {4}|\t)\S/.test(row) && !paragraph)) return
    const text = row.replace(/^\s*>\s?/, '')
    const heading = /^#{1,6}\s+(.*?)\s*#*$/.exec(text)
    if (heading) {
      paragraph = null
      units.push({ kind: 'heading', file, line, endLine: line, text: heading[1] })
    } else if (/^\s*\|/.test(text)) {
      paragraph = null
      if (!/^\s*\|[\s:|-]+$/.test(text))
        for (const cell of text.split('|'))
          if (/\S\s+\S+\s+\S/.test(cell))
            units.push({ kind: 'markdown', file, line, endLine: line, text: cell.trim() })
    } else if (
      text.trim() === '' ||
      /^\s*(<[^>]+>\s*)+$|^\s*(import|export)\s.*from|^:::|^\s*[-=*_]{3,}\s*$/.test(text)
    )
      paragraph = null
    else if (paragraph && !/^\s*([-*+]|\d+[.)])\s+/.test(text)) {
      paragraph.text += `\n${text}`
      paragraph.endLine = line
    } else {
      paragraph = {
        kind: 'markdown',
        file,
        line,
        endLine: line,
        text: text.replace(/^\s*([-*+]|\d+[.)])\s+/, ''),
      }
      units.push(paragraph)
    }
  })
  return units
}
