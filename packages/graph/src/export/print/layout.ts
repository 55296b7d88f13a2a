/** Stands for a line break inside a literal, which no indentation may touch. */
export const HARD_BREAK = '\uFDD0'

const WIDTH = 92

export function indent(code: string): string {
  return code.replace(/^(?=.)/gm, '  ')
}

export function block(lines: readonly string[]): string {
  return `{\n${indent(lines.join('\n'))}\n}`
}

/** `{ a, b }` on one line if it fits, else a line for each item. */
export function list(brackets: '{}' | '[]' | '()', items: readonly string[], before = ''): string {
  const [open = '', close = ''] = brackets
  if (items.length === 0) return `${before}${open}${close}`
  const pad = brackets === '{}' ? ' ' : ''
  const line = `${before}${open}${pad}${items.join(', ')}${pad}${close}`
  if (line.length <= WIDTH && !/[\n\uFDD0]/.test(line)) return line
  if (items.length === 1 && brackets !== '{}' && /^[[{(`]/.test(items[0] ?? '')) {
    return `${before}${open}${items[0]}${close}`
  }
  return `${before}${open}\n${indent(items.map((item) => `${item},`).join('\n'))}\n${close}`
}

export function comment(text: string | undefined): string[] {
  // What is taken out goes first: without it the two signs that end a comment may meet.
  const said = text?.replaceAll(HARD_BREAK, '').replace(/\s+/g, ' ').replaceAll('*/', '* /').trim()
  return said ? [`/** ${said} */`] : []
}
