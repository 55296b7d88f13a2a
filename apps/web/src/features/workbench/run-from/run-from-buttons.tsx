import { Button, Modal, ActionIcon, Tooltip } from '@mantine/core'
import { IconGitBranch } from '@tabler/icons-react'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { DisabledReason } from '../../../ui/fields/disabled-reason.tsx'
import { useThread } from '../run-panel/use-thread.ts'
import { useRunView } from '../workbench-context.ts'
import { type RunPlace, useRunFrom, findCheckpoint } from './use-run-from.ts'
import { client } from '../../../lib/api/api.ts'
import { StateForm } from '../../../shared/threads/state-form.tsx'
import styles from '../../../shared/threads/state-form.module.css'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { Keys } from '../../../ui/layout/keys.tsx'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'

type RunFromButtonsProps = {
  place: RunPlace
  threadId: string
  title: string
  note?: string | undefined
}

/** Runs the graph from a step of an earlier run, with its state or an edited one. */
export function RunFromButtons({ place, threadId, title, note }: RunFromButtonsProps) {
  const [isEditing, setEditing] = useState(false)
  const runFrom = useRunFrom()
  const isLive = useRunView(({ status }) => status === 'pending' || status === 'running')
  const isBusy = useThread().threadId === threadId && isLive
  const disabledReason = isBusy && 'Wait until the current run of this thread has ended'
  return (
    <>
      <DisabledReason
        reason={disabledReason}
        hint="Runs the draft from the state before this step, as a new branch of the thread"
      >
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconGitBranch size={14} />}
          loading={runFrom.isPending}
          onClick={() => runFrom.mutate(place)}
        >
          Run from here
        </Button>
      </DisabledReason>
      <DisabledReason reason={disabledReason}>
        <Button size="compact-sm" variant="default" onClick={() => setEditing(true)}>
          Edit state…
        </Button>
      </DisabledReason>
      {runFrom.error && <ErrorPanel action="run from here" error={runFrom.error} />}
      {isEditing && (
        <EditStateDialog
          place={place}
          title={title}
          note={note}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  )
}

type EditStateDialogProps = {
  place: RunPlace
  title: string
  /** A note on what the state does not determine. */
  note?: string | undefined
  onClose: () => void
}

const PAGE = 200

/** Edits the state before a step and runs the graph from it. */
function EditStateDialog({ place, title, note, onClose }: EditStateDialogProps) {
  const { runId, superstep } = place
  const runFrom = useRunFrom()
  const state = useQuery({
    queryKey: ['state-before', runId, superstep],
    queryFn: async () => {
      const id = await findCheckpoint(runId, superstep)
      const { threadId } = await client.runs.get({ id: runId })
      const { items } = await client.threads.history({ id: threadId, limit: PAGE })
      const match = items.find((checkpoint) => checkpoint.id === id)
      if (!match) throw new Error('The checkpoint before that step is too old to load')
      return match.values
    },
  })
  return (
    <Modal opened onClose={onClose} title={`Run from ${title} with edited state`} size="lg">
      {state.error && <ErrorPanel action="load the state" error={state.error} />}
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

type RunFromIconProps = {
  place: RunPlace
  label: string
  /** The shortcut, if there is only one such button. */
  keys?: string
  className?: string | undefined
}

/** Icon button for toolbars and rows. */
export function RunFromIcon({ place, label, keys, className }: RunFromIconProps) {
  const runFrom = useRunFrom()
  const run = () =>
    runFrom.mutate(place, {
      onError: (error) => showToast(`Could not run from here: ${error.message}`, 'error'),
    })
  useHotkeys(keys === undefined ? [] : [{ keys, label, group: 'Run', run }])
  return (
    <Tooltip
      label={<>Run from here, as a new branch {keys !== undefined && <Keys keys={keys} />}</>}
    >
      <ActionIcon
        className={className ?? ''}
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={label}
        loading={runFrom.isPending}
        onClick={run}
      >
        <IconGitBranch size={14} />
      </ActionIcon>
    </Tooltip>
  )
}
