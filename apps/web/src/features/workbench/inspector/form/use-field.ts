import type { GraphNode } from '@lathe/contract'
import { setNode } from '@lathe/graph'
import { fieldValue, withFieldValue } from '@lathe/nodes'
import type { FieldOf, FieldType, FieldValues } from '@lathe/nodes'
import { useCallback } from 'react'
import { useWorkbench, useWorkbenchState } from '../../workbench-context.ts'

/** Props of the editor of one field type. */
export type FieldEditorProps<T extends FieldType> = { id: string; field: FieldOf<T> }

/**
 * Returns the value of a field and its setter. Components that use it render only when that value
 * changes. Quick edits of one `path` form one undo step.
 */
export function useField<T extends FieldType>({ id, field }: FieldEditorProps<T>) {
  const changeNode = useEditNode(id)
  const value = useWorkbenchState(({ document }) => {
    const node = document.nodes[id]
    return node && fieldValue<T>(node, field)
  })
  const set = useCallback(
    (next: FieldValues[T] | undefined, path: string = field.name) =>
      changeNode((node) => withFieldValue(node, field, next), path),
    [changeNode, field],
  )
  return [value, set] as const
}

/** Changes the current node. Quick edits of one `path` form one undo step. */
export function useEditNode(id: string) {
  const { store } = useWorkbench()
  return useCallback(
    (change: (node: GraphNode) => GraphNode, path: string) =>
      store.edit((document) => {
        const node = document.nodes[id]
        return node ? setNode(document, id, change(node)) : document
      }, `${id}.${path}`),
    [store, id],
  )
}

/** Returns the members that label a field in the form. */
export const fieldProps = ({ name, label, description, placeholder }: FieldOf<FieldType>) => ({
  field: name,
  label,
  ...(description !== undefined && { description }),
  ...(placeholder !== undefined && { placeholder }),
})
