import { type GraphDocument, NodeId } from '@lathe/contract'
import { nodeIdProblem, renameNode } from '@lathe/graph'
import { useRef } from 'react'
import { TextInput } from '@mantine/core'
import { renameDebugNode } from '../../debug-options.ts'
import { followTitle, hasDerivedId } from '../../retitle.ts'
import { selectNode } from '../../store/selection.ts'
import { useWorkbench } from '../../workbench-context.ts'
import { TextField } from '../fields/scalar-fields.tsx'
import styles from '../inspector.module.css'
import { Section } from '../section.tsx'
import { ANY_KIND, useMember, useIdDraft } from '../use-member.ts'

type NodeNamesProps = {
  id: string
  /** Called before the new id is rendered. */
  onRenamed: (id: string) => void
}

/** Title, id and description of a node. Edges follow a changed id. */
export function NodeNames({ id, onRenamed }: NodeNamesProps) {
  const { agentId, store } = useWorkbench()
  const [description, setDescription] = useMember(id, ANY_KIND, 'description')
  const rename = (document: GraphDocument, to: string) => {
    store.edit(() => document)
    renameDebugNode(agentId, id, to)
    onRenamed(to)
    store.select(selectNode(to))
  }

  return (
    <Section title="Name" isFolded note={description ?? id}>
      <div className={styles.pair}>
        <TitleField id={id} onRename={rename} />
        <IdField id={id} onRename={rename} />
      </div>
      <TextField
        field="description"
        label="Description"
        isMultiline
        value={description ?? ''}
        onChange={(text) => setDescription(text === '' ? undefined : text.slice(0, 2_000))}
      />
    </Section>
  )
}

type NodeRename = { id: string; onRename: (document: GraphDocument, to: string) => void }

/** A derived id follows the title when the field loses the focus. */
function TitleField({ id, onRename }: NodeRename) {
  const { store } = useWorkbench()
  const [title, setTitle] = useMember(id, ANY_KIND, 'title')
  const isFollowing = useRef(false)
  const finishRename = () => {
    if (!isFollowing.current) return
    isFollowing.current = false
    const { document, id: renamedId } = followTitle(store.getState().document, id)
    if (renamedId !== id) onRename(document, renamedId)
  }
  return (
    <div
      onFocus={() => {
        const node = store.getState().document.nodes[id]
        isFollowing.current = node !== undefined && hasDerivedId(id, node)
      }}
      onBlur={finishRename}
    >
      <TextField
        field="title"
        label="Title"
        placeholder={id}
        value={title ?? ''}
        onChange={(value) => setTitle(value === '' ? undefined : value.slice(0, 200))}
      />
    </div>
  )
}

/** Renames on Enter or blur, not on each key press. */
function IdField({ id, onRename }: NodeRename) {
  const { store } = useWorkbench()
  const draft = useIdDraft(
    id,
    (value) => {
      const parsed = NodeId.safeParse(value)
      if (!parsed.success) return `Must be ${parsed.error.issues[0]?.message ?? 'a valid id'}`
      if (value !== id && Object.hasOwn(store.getState().document.nodes, value))
        return 'Another node has this id'
      return nodeIdProblem(value) ?? undefined
    },
    (to) => {
      const edit = renameNode(store.getState().document, id, to)
      if (edit.ok) onRename(edit.document, to)
    },
  )
  return <TextInput label="Id" {...draft} />
}
