import { END, START, type Agent } from '@lathe/contract'
import { Textarea, NumberInput, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { plural } from '../../../lib/format/format.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Keys } from '../../../ui/layout/keys.tsx'
import { noteIndex, setNote } from '../notes.ts'
import { singleSelection } from '../store/selection.ts'
import { useWorkbenchState, useWorkbench } from '../workbench-context.ts'
import { EdgeInspector } from './edge-inspector.tsx'
import { NodeInspector } from './node-inspector.tsx'
import { NodeKindIcon } from '../../../ui/status/node-kind-icon.tsx'
import { FormScopeContext } from './fields/form-scope.ts'
import styles from './inspector.module.css'
import { Section } from './section.tsx'
import { EndsField } from './fields/channel-field.tsx'
import { api } from '../../../lib/api/api.ts'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'
import { useIdDraft } from './use-member.ts'

/** Form of the selection. */
export function Inspector() {
  const { runGraph } = useWorkbench()
  const selection = useWorkbenchState((state) => state.selection)
  const selected = singleSelection(selection)
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

/** Settings of the agent, shown while nothing is selected. */
export function AgentForm() {
  const { slug } = useWorkbench()
  const { data: agent } = useQuery(api.agents.get.queryOptions({ input: { agent: slug } }))
  return (
    <>
      <p className={styles.lead}>
        Select a node or an edge to edit it: click it, or move through the graph with{' '}
        <Keys keys="h" /> <Keys keys="j" /> <Keys keys="k" /> <Keys keys="l" />. All shortcuts:{' '}
        <Keys keys="?" />
      </p>
      {agent && <AgentNames agent={agent} />}
    </>
  )
}

function AgentNames({ agent }: { agent: Agent }) {
  const queries = useQueryClient()
  const rename = useMutation(
    api.agents.rename.mutationOptions({
      onSuccess: (renamedAgent) => {
        queries.setQueryData(
          api.agents.get.queryKey({ input: { agent: agent.slug } }),
          renamedAgent,
        )
        void queries.invalidateQueries({ queryKey: api.agents.list.key() })
      },
      onError: (error) => showToast(`Could not rename: ${error.message}`, 'error'),
    }),
  )
  const name = useIdDraft(
    agent.name,
    (text) => (text.trim() === '' ? 'Enter a name' : undefined),
    (text) => rename.mutate({ agent: agent.id, name: text.trim() }),
  )
  const description = useIdDraft(
    agent.description,
    () => undefined,
    (text) => rename.mutate({ agent: agent.id, description: text }),
  )

  return (
    <div className={styles.fields}>
      <TextInput label="Agent name" maxLength={200} {...name} />
      <Textarea label="Description" autosize minRows={2} maxLength={2_000} {...description} />
      <NumberInput
        label="Concurrent runs"
        description="Additional runs are queued. Leave blank for no limit."
        placeholder="no limit"
        min={1}
        max={10_000}
        allowDecimal={false}
        defaultValue={agent.concurrency ?? ''}
        onBlur={({ currentTarget }) => {
          const text = Number(currentTarget.value)
          const maxConcurrency = currentTarget.value === '' ? null : text
          if (maxConcurrency !== agent.concurrency && !Number.isNaN(text)) {
            rename.mutate({ agent: agent.id, concurrency: maxConcurrency })
          }
        }}
      />
    </div>
  )
}
