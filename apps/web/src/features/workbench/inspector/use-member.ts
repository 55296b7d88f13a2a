import type { GraphNode, NodeKind, NodeOf } from '@lathe/contract'
import { NODE_KINDS, setNode } from '@lathe/graph'
import { useCallback } from 'react'
import { useWorkbenchState, useWorkbench } from '../workbench-context.ts'

/** For members that every node may have. */
export const ANY_KIND: readonly NodeKind[] = NODE_KINDS.map(({ kind }) => kind)

const isKind = <K extends NodeKind>(
  node: GraphNode | undefined,
  kinds: readonly K[],
): node is NodeOf<K> => node !== undefined && kinds.some((kind) => kind === node.kind)

/**
 * One member of a node of these kinds, and the way to set or drop it: a part of a form that reads no more is drawn
 * again only when that member changes. `kinds` must be the same list each time.
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

/** Changes the node as it is by then. `field` names what is edited: quick edits of one field are undone together. */
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

/** What the form of one kind of node gets. */
export type EditorProps<K extends NodeKind> = {
  id: string
  node: NodeOf<K>
  /** `field` names what is edited: quick edits of one field are undone together. */
  onChange: (node: NodeOf<K>, field: string) => void
}

/** The object with a member set, or without it when the value is absent: documents hold no `undefined`. */
export function setOrDrop<T extends object, K extends keyof T>(
  object: T,
  key: K,
  value: T[K] | undefined,
): T {
  if (value !== undefined) return { ...object, [key]: value }
  // Only optional members are dropped: the type of `value` says so at every call.
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key)) as T
}
