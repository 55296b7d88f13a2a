import type { NodeKind, NodeOf } from '@lathe/contract'

/** What the form of one kind of node gets. */
export type EditorProps<K extends NodeKind> = {
  id: string
  node: NodeOf<K>
  /** `field` names what is edited: quick edits of one field are undone together. */
  onChange: (node: NodeOf<K>, field: string) => void
}
