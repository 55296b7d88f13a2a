import type { GraphNode, NodeKind, NodeOf } from '@lathe/contract'
import { NODE_KINDS } from '@lathe/nodes'
import { setNode } from '@lathe/graph'
import { useCallback, type ChangeEvent, type KeyboardEvent, useState } from 'react'
import { useWorkbenchState, useWorkbench } from '../workbench-context.ts'

/** For members that every kind has. */
export const ANY_KIND: readonly NodeKind[] = NODE_KINDS.map(({ kind }) => kind)

const isKind = <K extends NodeKind>(
  node: GraphNode | undefined,
  kinds: readonly K[],
): node is NodeOf<K> => node !== undefined && kinds.some((kind) => kind === node.kind)

/**
 * Returns one member of a node and its setter. Components that use it render only when that member
 * changes. `kinds` must be a stable list.
 */
export function useMember<K extends NodeKind, M extends keyof NodeOf<K> & string>(
  id: string,
  kinds: readonly K[],
  member: M,
) {
  const change = useChangeNode(id, kinds)
  const value = useWorkbenchState(({ document }) => {
    const node = document.nodes[id]
    return isKind(node, kinds) ? node[member] : undefined
  })
  const set = useCallback(
    (next: NodeOf<K>[M], field: string = member) =>
      change((node) => setOrDrop(node, member, next), field),
    [change, member],
  )
  return [value, set] as const
}

/** Changes the current node. Quick edits of one `field` form one undo step. */
export function useChangeNode<K extends NodeKind>(id: string, kinds: readonly K[]) {
  const { store } = useWorkbench()
  return useCallback(
    (change: (node: NodeOf<K>) => GraphNode, field: string) =>
      store.edit((document) => {
        const node = document.nodes[id]
        return isKind(node, kinds) ? setNode(document, id, change(node)) : document
      }, `${id}.${field}`),
    [store, id, kinds],
  )
}

/** Props of the form of one node kind. */
export type EditorProps<K extends NodeKind> = {
  id: string
  node: NodeOf<K>
  /** Quick edits of one `field` form one undo step. */
  onChange: (node: NodeOf<K>, field: string) => void
}

/** Sets a member, or removes it if the value is undefined: documents contain no `undefined`. */
export function setOrDrop<T extends object, K extends keyof T>(
  object: T,
  key: K,
  value: T[K] | undefined,
): T {
  if (value !== undefined) return { ...object, [key]: value }
  // Callers pass undefined only for optional members, as the type of `value` ensures.
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key)) as T
}

/** Props of a field that is saved on Enter or blur and reset by Escape. */
export function useIdDraft(
  value: string,
  validate: (text: string) => string | undefined,
  onCommit: (value: string) => void,
) {
  const [draft, setDraft] = useState({ text: value, base: value })
  const text = draft.base === value ? draft.text : value
  const error = text === value ? undefined : validate(text)

  const commit = () => {
    if (error === undefined && text !== value) onCommit(text)
    else setDraft({ text: value, base: value })
  }

  return {
    value: text,
    error,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setDraft({ text: currentTarget.value, base: value }),
    onBlur: commit,
    onKeyDown: (event: KeyboardEvent) => {
      const isSubmit = event.key === 'Enter' && event.currentTarget instanceof HTMLInputElement
      if (isSubmit) commit()
      if (event.key === 'Escape') setDraft({ text: value, base: value })
    },
  }
}
