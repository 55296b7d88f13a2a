import { Textarea } from '@mantine/core'
import { noteIndex, setNote } from '../notes.ts'
import { useBench, useWorkbench } from '../workbench-context.ts'
import styles from './inspector.module.css'

export function NoteInspector({ id }: { id: string }) {
  const { store } = useWorkbench()
  const index = noteIndex(id) ?? -1
  const note = useBench((state) => state.document.notes[index])
  if (!note) return null
  return (
    <div className={styles.fields}>
      <Textarea
        label="Note"
        description="A remark on the canvas; it counts for nothing else."
        autosize
        minRows={4}
        maxLength={10_000}
        value={note.text}
        onChange={({ currentTarget }) => {
          const text = currentTarget.value
          store.edit((document) => setNote(document, index, { ...note, text }), `note.${index}`)
        }}
      />
    </div>
  )
}
