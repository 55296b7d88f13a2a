/** A problem in a text of the user; line and column start at 1. */
export type TextProblem = { message: string; line: number; column: number }

export function problemAt(source: string, offset: number, message: string): TextProblem {
  const before = source.slice(0, offset)
  const line = before.split('\n').length
  return { message, line, column: offset - before.lastIndexOf('\n') }
}

export type TextEdit = { start: number; end: number; text: string }

export function applyEdits(source: string, edits: readonly TextEdit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), source)
}
