import type { NodeProps } from '@xyflow/react'
import { type KeyboardEvent, memo } from 'react'
import { noteIndex, setNote } from '../../notes.ts'
import { useWorkbenchState, useWorkbench } from '../../workbench-context.ts'
import { useCanvasUi, useCanvasUiStore } from '../canvas-ui.ts'
import styles from './note-card.module.css'
import type { Card } from './flow-nodes.ts'

/** A comment on the canvas. Edited on double click. */
export const NoteCard = memo(function NoteCard({ id, selected }: NodeProps<Card>) {
  const index = noteIndex(id) ?? -1
  const text = useWorkbenchState((state) => state.document.notes[index]?.text)
  const { runGraph } = useWorkbench()
  const ui = useCanvasUiStore()
  const isWriting = useCanvasUi((state) => state.renaming === id)
  if (text === undefined) return null

  return (
    <div
      className={styles.note}
      data-selected={selected || undefined}
      onDoubleClick={(event) => {
        event.stopPropagation()
        if (!runGraph) ui.setState({ renaming: id })
      }}
    >
      {isWriting ? <NoteField index={index} text={text} /> : text === '' ? 'Empty note' : text}
    </div>
  )
})

function NoteField({ index, text }: { index: number; text: string }) {
  const { store } = useWorkbench()
  const ui = useCanvasUiStore()

  const writeText = (text: string) =>
    store.edit((document) => {
      const note = document.notes[index]
      return note ? setNote(document, index, { ...note, text }) : document
    }, `note.${index}`)

  const handleKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape') ui.setState({ renaming: undefined })
  }

  return (
    <textarea
      ref={focusOnce}
      className={`${styles.field} nodrag nopan nowheel`}
      aria-label="Note text"
      rows={4}
      maxLength={10_000}
      value={text}
      onChange={({ currentTarget }) => writeText(currentTarget.value)}
      onKeyDown={handleKeyDown}
      onBlur={() => ui.setState({ renaming: undefined })}
    />
  )
}

const focusOnce = (field: HTMLTextAreaElement | null) => field?.focus()
