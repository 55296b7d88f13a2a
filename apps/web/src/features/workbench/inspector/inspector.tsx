import { END, START } from '@lathe/contract'
import { Textarea } from '@mantine/core'
import { plural } from '../../../lib/format.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Keys } from '../../../ui/keys.tsx'
import { noteIndex, setNote } from '../notes.ts'
import { onlyOne } from '../store/selection.ts'
import { useWorkbenchState, useWorkbench } from '../workbench-context.ts'
import { AgentForm } from './agent-form.tsx'
import { EdgeInspector } from './edge-inspector.tsx'
import { NodeInspector } from './node-inspector.tsx'
import { NodeKindIcon } from '../../../ui/node-kind-icon.tsx'
import { FormScopeContext } from './fields/form-scope.ts'
import styles from './inspector.module.css'
import { Section } from './section.tsx'
import { EndsField } from './fields/channel-field.tsx'

/** Form of the selection. */
export function Inspector() {
  const { runGraph } = useWorkbench()
  const selection = useWorkbenchState((state) => state.selection)
  const selected = onlyOne(selection)
  const count = selection.nodes.length + selection.edges.length

  if (count === 0) return <AgentForm />
  if (!selected) {
    return (
      <EmptyState
        title={`${plural(count, 'item')} selected`}
        hint={
          <>
            <Keys keys="mod+d" /> duplicates, <Keys keys="mod+c" /> copies and{' '}
            <Keys keys="delete" /> deletes them.
          </>
        }
      />
    )
  }
  if (selected.type === 'node' && isStep(selected.id)) return <NodeInspector id={selected.id} />
  return (
    <div inert={runGraph !== undefined}>
      {selected.type === 'edge' ? (
        <EdgeInspector key={selected.key} edgeKey={selected.key} />
      ) : selected.id === START || selected.id === END ? (
        <EndsInspector key={selected.id} end={selected.id} />
      ) : (
        <NoteInspector key={selected.id} id={selected.id} />
      )}
    </div>
  )
}

const isStep = (id: string) => id !== START && id !== END && noteIndex(id) === undefined

/** Channels of the graph's start or end. */
function EndsInspector({ end }: { end: typeof START | typeof END }) {
  const isStart = end === START
  return (
    <FormScopeContext value={{}}>
      <div className={styles.head}>
        <NodeKindIcon kind={end} size={18} />
        <div className={styles.headText}>
          <h2>{isStart ? 'Start' : 'End'}</h2>
          <p className={styles.kind}>
            {isStart ? 'Channels that a run takes as input' : 'Channels that a run returns'}
          </p>
        </div>
      </div>
      <Section title={isStart ? 'Input' : 'Output'}>
        <EndsField end={isStart ? 'input' : 'output'} />
      </Section>
    </FormScopeContext>
  )
}

function NoteInspector({ id }: { id: string }) {
  const { store } = useWorkbench()
  const index = noteIndex(id) ?? -1
  const note = useWorkbenchState((state) => state.document.notes[index])
  if (!note) return null
  return (
    <div className={styles.fields}>
      <Textarea
        label="Note"
        description="A comment on the canvas. It has no effect on runs."
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
