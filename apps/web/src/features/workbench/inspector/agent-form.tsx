import { NumberInput, TextInput, Textarea } from '@mantine/core'
import type { Agent } from '@lathe/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Keys } from '../../../ui/keys.tsx'
import { api } from '../../../lib/api.ts'
import { showToast } from '../../../ui/undo-toast.tsx'
import { useWorkbench } from '../workbench-context.ts'
import { useIdDraft } from './common/use-id-draft.ts'
import styles from './inspector.module.css'

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
      onSuccess: (renamed) => {
        queries.setQueryData(api.agents.get.queryKey({ input: { agent: agent.slug } }), renamed)
        void queries.invalidateQueries({ queryKey: api.agents.list.key() })
      },
      onError: (error) => showToast(`Could not rename: ${error.message}`, 'error'),
    }),
  )
  const name = useIdDraft(
    agent.name,
    (typed) => (typed.trim() === '' ? 'Enter a name' : undefined),
    (typed) => rename.mutate({ agent: agent.id, name: typed.trim() }),
  )
  const description = useIdDraft(
    agent.description,
    () => undefined,
    (typed) => rename.mutate({ agent: agent.id, description: typed }),
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
          const typed = Number(currentTarget.value)
          const concurrency = currentTarget.value === '' ? null : typed
          if (concurrency !== agent.concurrency && !Number.isNaN(typed)) {
            rename.mutate({ agent: agent.id, concurrency })
          }
        }}
      />
    </div>
  )
}
