import { EditorState } from '@codemirror/state'

/** Keeps the text on a single line when typing or pasting. */
export const singleLine = EditorState.transactionFilter.of((change) => {
  if (change.newDoc.lines === 1) return change
  const breaks = Array.from({ length: change.newDoc.lines - 1 }, (_, index) => {
    const { to } = change.newDoc.line(index + 1)
    return { from: to, to: to + 1 }
  })
  return [change, { changes: breaks, sequential: true }]
})
