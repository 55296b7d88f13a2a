import type { GraphDocument } from '@lathe/contract'
import { parseDocument } from '@lathe/graph'
import { useCallback } from 'react'
import { useNode, useWorkbench } from '../../workbench-context.ts'
import { JsonText } from './json-text.tsx'

export function NodeJson({ id }: { id: string }) {
  const { store } = useWorkbench()
  const node = useNode(id)
  const check = useCallback(
    (value: unknown) => {
      const parsed = parseWith(store.getState().document, id, value)
      const within = `nodes.${id}`
      return parsed.ok
        ? []
        : parsed.issues.map(({ path, message }) => ({
            path: path.startsWith(within) ? path.slice(within.length + 1) : path,
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
