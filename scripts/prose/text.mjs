// Cleans text and splits it into sentences.

const ABBREVIATION = /\b(e\.g|i\.e|etc|vs|cf|approx|resp|incl|no|fig|al|St|Mr|Ms|Dr)\.$/i

/** Replaces inline code, links, URLs, HTML and format directives by placeholders, so that rules see prose only. */
export function cleanProse(text) {
  return text
    .replace(/\{@(?:link|linkcode|linkplain|see)\s+([^}]*)\}/g, 'CODE')
    .replace(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/``[^`]+``|`[^`\n]+`/g, 'CODE')
    .replace(/\bhttps?:\/\/\S+/g, 'URL')
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<\/?[a-zA-Z][^<>\n]*>/g, ' ')
    .replace(/%[sdifjoOp]\b|\$\{[^}]*\}|\$[a-zA-Z_.]+/g, 'X')
    .replace(/\*\*|__|~~/g, '')
}

/** Splits text into sentences: `{ text, offset }`, where `offset` points into the text passed in. */
export function splitSentences(text) {
  const sentences = []
  for (const block of splitBlocks(text)) {
    let start = 0
    const end = /[.!?]["')\]]?(?=\s+["'([`]?[A-Z0-9])/g
    for (let match = end.exec(block.text); match; match = end.exec(block.text)) {
      const stop = match.index + match[0].length
      if (ABBREVIATION.test(block.text.slice(start, match.index + 1))) continue
      push(block.text.slice(start, stop), block.offset + start)
      start = stop
    }
    push(block.text.slice(start), block.offset + start)
  }
  return sentences

  function push(raw, offset) {
    const lead = raw.length - raw.trimStart().length
    const text = raw.trim().replace(/\s+/g, ' ')
    if (/[A-Za-z]{2}/.test(text)) sentences.push({ text, offset: offset + lead })
  }
}

/** Blocks are separated by blank lines; list items are blocks of their own. */
function splitBlocks(text) {
  const blocks = []
  let current = null
  let offset = 0
  for (const line of text.split('\n')) {
    const bullet = /^\s*(?:[-*+•]|\d+[.)])\s+/.exec(line)
    if (line.trim() === '') current = null
    else if (bullet) {
      current = { text: line.slice(bullet[0].length), offset: offset + bullet[0].length }
      blocks.push(current)
    } else if (current) current.text += `\n${line}`
    else {
      current = { text: line, offset }
      blocks.push(current)
    }
    offset += line.length + 1
  }
  return blocks
}

export const wordCount = (text) => text.match(/[A-Za-z][A-Za-z'’-]*/g)?.length ?? 0

/** `readTraceRows`, `read-trace-rows` and `READ_TRACE_ROWS` all become `['read', 'trace', 'rows']`. */
export const splitName = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase())
