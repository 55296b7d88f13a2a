import { Button, Modal, Select } from '@mantine/core'
import { IconGitBranch } from '@tabler/icons-react'
import type { CheckpointSummary, JsonObject, Thread } from '@lathe/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { Keys } from '../../../ui/layout/keys.tsx'
import styles from './history.module.css'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../../lib/api/api.ts'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { StateForm } from '../../../shared/threads/state-form.tsx'

const GRAPHS = [
  { value: 'ran', label: 'Graph of the run' },
  { value: 'draft', label: 'Draft' },
]

type ResumeFromProps = { thread: Thread; node: CheckpointSummary }

/**
 * Starts a new branch from this checkpoint, with its state or an edited one. Existing checkpoints
 * are never overwritten.
 */
export function ResumeFrom({ thread, node }: ResumeFromProps) {
  const [isEditing, setEditing] = useState(false)
  const [graph, setGraph] = useState('ran')
  const resume = useResumeFrom(thread, node)
  const hasNext = node.next.length > 0 || node.source === 'input'
  const isDraft = graph === 'draft'
  const run = () => resume.mutate({ isDraft })

  useHotkeys(
    hasNext
      ? [
          { keys: 'f', label: 'Run from this checkpoint', group: 'Run', run },
          { keys: 'e', label: 'Edit state', group: 'Run', run: () => setEditing(true) },
        ]
      : [],
  )

  return (
    <>
      <div className={styles.actions}>
        {hasNext && (
          <>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconGitBranch size={14} />}
              rightSection={<Keys keys="f" />}
              loading={resume.isPending}
              onClick={run}
            >
              Run from here
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              rightSection={<Keys keys="e" />}
              onClick={() => setEditing(true)}
            >
              Edit state…
            </Button>
            <Select
              aria-label="Graph"
              size="xs"
              w={140}
              allowDeselect={false}
              data={GRAPHS}
              value={graph}
              onChange={(value) => setGraph(value ?? 'ran')}
            />
          </>
        )}
        <Link
          to="/agents/$agent"
          params={{ agent: thread.agentSlug }}
          search={{ thread: thread.id, ...(node.runId !== null && { run: node.runId }) }}
        >
          {hasNext ? 'Open in the workbench' : 'Continue in the workbench'}
        </Link>
      </div>
      {resume.error && !isEditing && <ErrorPanel action="run from here" error={resume.error} />}
      <Modal
        opened={isEditing}
        onClose={() => setEditing(false)}
        title="Run from here with an edited state"
        size="lg"
      >
        <EditedState
          threadId={thread.id}
          node={node}
          error={resume.error}
          isStarting={resume.isPending}
          onRun={(values) => resume.mutate({ isDraft, values })}
          onClose={() => setEditing(false)}
        />
      </Modal>
    </>
  )
}

type EditedStateProps = {
  threadId: string
  node: CheckpointSummary
  error: Error | null
  isStarting: boolean
  onRun: (changes: JsonObject) => void
  onClose: () => void
}

/** The form, once the state has loaded. */
function EditedState({ threadId, node, ...form }: EditedStateProps) {
  const { data, error } = useQuery(
    api.threads.checkpoint.queryOptions({ input: { id: threadId, checkpointId: node.id } }),
  )
  if (error) return <ErrorPanel action="read the state" error={error} />
  if (!data) return <SkeletonRows contentLabel="the state" count={3} />
  return <StateForm values={data.values} {...form} />
}

type ResumeOptions = {
  isDraft: boolean
  /** Channels with an edited value. */
  values?: JsonObject
}

/**
 * Starts the run and opens it in the workbench. Cancels a run that waits for a person, because it
 * would block the thread.
 */
function useResumeFrom({ id: threadId, agentId, agentSlug }: Thread, { id }: CheckpointSummary) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ isDraft, values = {} }: ResumeOptions) => {
      const turns = await client.threads.turns({ id: threadId })
      const waitingTurn = turns.find(({ run }) => run.status === 'interrupted')
      if (waitingTurn) await client.runs.cancel({ id: waitingTurn.run.id })
      return client.runs.start({
        agent: agentId,
        threadId,
        ...(isDraft && { version: 'draft' as const }),
        checkpoint: { id, ...(Object.keys(values).length > 0 && { values }) },
        source: 'user',
      })
    },
    onSuccess: (run) => {
      void queries.invalidateQueries({ queryKey: api.threads.key() })
      void queries.invalidateQueries({ queryKey: api.runs.key() })
      return navigate({
        to: '/agents/$agent',
        params: { agent: agentSlug },
        search: { thread: threadId, run: run.id, tab: 'run' },
      })
    },
  })
}
