import { EditorState } from '@codemirror/state'

/** Keeps a text on one line, whatever is typed or pasted. */
export const onOneLine = EditorState.transactionFilter.of((change) => {
  if (change.newDoc.lines === 1) return change
  const breaks = Array.from({ length: change.newDoc.lines - 1 }, (_, index) => {
    const { to } = change.newDoc.line(index + 1)
    return { from: to, to: to + 1 }
  })
  return [change, { changes: breaks, sequential: true }]
})
