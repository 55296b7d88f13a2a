/** A line break inside a literal, which indentation must not change. */
export const HARD_BREAK = '\uFDD0'

const WIDTH = 92

export function indent(code: string): string {
  return code.replace(/^(?=.)/gm, '  ')
}

export function block(lines: readonly string[]): string {
  return `{\n${indent(lines.join('\n'))}\n}`
}

/** Writes a list on one line if it fits, and otherwise with a line for each item. */
export function list(brackets: '{}' | '[]' | '()', items: readonly string[], before = ''): string {
  const [open = '', close = ''] = brackets
  if (items.length === 0) return `${before}${open}${close}`
  const pad = brackets === '{}' ? ' ' : ''
  const line = `${before}${open}${pad}${items.join(', ')}${pad}${close}`
  if (line.length <= WIDTH && !/[\n\uFDD0]/.test(line)) return line
  const hugged = brackets === '{}' ? null : hugLast(items)
  if (hugged !== null && firstLine(`${before}${open}${hugged}`).length <= WIDTH) {
    return `${before}${open}${hugged}${close}`
  }
  return `${before}${open}\n${indent(items.map((item) => `${item},`).join('\n'))}\n${close}`
}

/** Keeps a last object, list or text on the line of the items before it, which must be short. */
function hugLast(items: readonly string[]): string | null {
  const last = items.at(-1) ?? ''
  const before = items.slice(0, -1)
  if (!/^[[{(`]/.test(last) || before.some((item) => /[\n\uFDD0{[]/.test(item))) return null
  return items.join(', ')
}

const firstLine = (code: string): string => code.split(/[\n\uFDD0]/, 1)[0] ?? ''

export function comment(text: string | undefined): string[] {
  // Remove the markers first: otherwise a removal could join the two characters that end a comment.
  const commentText = text
    ?.replaceAll(HARD_BREAK, '')
    .replace(/\s+/g, ' ')
    .replaceAll('*/', '* /')
    .trim()
  return commentText ? [`/** ${commentText} */`] : []
}
