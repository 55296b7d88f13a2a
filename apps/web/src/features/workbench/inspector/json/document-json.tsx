import { parseDocument } from '@lathe/graph'
import { useDocument, useWorkbench } from '../../workbench-context.ts'
import { type JsonIssue, JsonText } from './json-text.tsx'

export function DocumentJson() {
  const { store } = useWorkbench()
  const document = useDocument()
  return (
    <JsonText
      label="The graph"
      value={document}
      check={issuesOf}
      onApply={(value) => {
        const parsed = parseDocument(value)
        if (parsed.ok) store.edit(() => parsed.document)
      }}
    />
  )
}

function issuesOf(value: unknown): readonly JsonIssue[] {
  const parsed = parseDocument(value)
  return parsed.ok ? [] : parsed.issues
}
