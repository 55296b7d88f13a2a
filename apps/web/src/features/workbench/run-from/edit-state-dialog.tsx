import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../../lib/api.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { StateForm } from '../../../ui/threads/state-form.tsx'
import { findCheckpoint } from './find-checkpoint.ts'
import styles from '../../../ui/threads/state-form.module.css'
import { type RunPlace, useRunFrom } from './use-run-from.ts'

type EditStateDialogProps = {
  place: RunPlace
  title: string
  /** What the state here does not decide. */
  note?: string | undefined
  onClose: () => void
}

const PAGE = 200

/** The state a step began with, to be changed before the graph goes on from it. */
export function EditStateDialog({ place, title, note, onClose }: EditStateDialogProps) {
  const { runId, superstep } = place
  const runFrom = useRunFrom()
  const state = useQuery({
    queryKey: ['state-before', runId, superstep],
    queryFn: async () => {
      const id = await findCheckpoint(runId, superstep)
      const { threadId } = await client.runs.get({ id: runId })
      const { items } = await client.threads.history({ id: threadId, limit: PAGE })
      const found = items.find((checkpoint) => checkpoint.id === id)
      if (!found) throw new Error('The checkpoint before that step is too far back')
      return found.values
    },
  })
  return (
    <Modal opened onClose={onClose} title={`Run from ${title} with another state`} size="lg">
      {state.error && <ErrorPanel attempted="read the state" error={state.error} />}
      {note !== undefined && <p className={styles.note}>{note}</p>}
      {state.data && (
        <StateForm
          values={state.data}
          error={runFrom.error}
          isStarting={runFrom.isPending}
          onRun={(values) => runFrom.mutate({ ...place, values }, { onSuccess: onClose })}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}
