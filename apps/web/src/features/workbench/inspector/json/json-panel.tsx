import { SegmentedControl } from '@mantine/core'
import { useState, useCallback } from 'react'
import { parseDocument } from '@lathe/graph'
import type { GraphDocument } from '@lathe/contract'
import { onlyOne } from '../../store/selection.ts'
import { useWorkbenchState, useDocument, useWorkbench, useNode } from '../../workbench-context.ts'
import styles from './json.module.css'
import { type JsonIssue, JsonText } from './json-text.tsx'

/** The selected node or the whole document as JSON. */
export function JsonPanel() {
  const id = useWorkbenchState(({ selection, document }) => {
    const selected = onlyOne(selection)
    return selected?.type === 'node' && selected.id in document.nodes ? selected.id : undefined
  })
  const [wantsDocument, setWantsDocument] = useState(false)
  const isNode = id !== undefined && !wantsDocument

  return (
    <div className={styles.panel}>
      {id !== undefined && (
        <SegmentedControl
          aria-label="JSON view"
          data={[
            { value: 'node', label: `Node ${id}` },
            { value: 'document', label: 'Whole graph' },
          ]}
          value={isNode ? 'node' : 'document'}
          onChange={(view) => setWantsDocument(view === 'document')}
        />
      )}
      {isNode ? <NodeJson key={id} id={id} /> : <DocumentJson />}
    </div>
  )
}

export function DocumentJson() {
  const { store } = useWorkbench()
  const document = useDocument()
  return (
    <JsonText
      label="The graph"
      value={document}
      check={listIssues}
      onApply={(value) => {
        const parsed = parseDocument(value)
        if (parsed.ok) store.edit(() => parsed.document)
      }}
    />
  )
}

function listIssues(value: unknown): readonly JsonIssue[] {
  const parsed = parseDocument(value)
  return parsed.ok ? [] : parsed.issues
}

function NodeJson({ id }: { id: string }) {
  const { store } = useWorkbench()
  const node = useNode(id)
  const check = useCallback(
    (value: unknown) => {
      const parsed = parseWith(store.getState().document, id, value)
      const nodePath = `nodes.${id}`
      return parsed.ok
        ? []
        : parsed.issues.map(({ path, message }) => ({
            path: path.startsWith(nodePath) ? path.slice(nodePath.length + 1) : path,
            message,
          }))
    },
    [store, id],
  )

  return (
    <JsonText
      label={`Node ${id}`}
      value={node}
      check={check}
      onApply={(value) => {
        const parsed = parseWith(store.getState().document, id, value)
        if (parsed.ok) store.edit(() => parsed.document)
      }}
    />
  )
}

const parseWith = (document: GraphDocument, id: string, value: unknown) =>
  parseDocument({ ...document, nodes: { ...document.nodes, [id]: value } })
