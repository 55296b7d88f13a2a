import { ActionIcon, Button, Modal, Tooltip } from '@mantine/core'
import { IconGitBranch } from '@tabler/icons-react'
import { useState } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { DisabledReason } from '../../../ui/fields/disabled-reason.tsx'
import { useThread } from '../run-panel/use-thread.ts'
import { useRunView, useWorkbench } from '../workbench-context.ts'
import { api, client } from '../../../lib/api/api.ts'
import { StateForm } from '../../../shared/threads/state-form.tsx'
import styles from '../../../shared/threads/state-form.module.css'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { Keys } from '../../../ui/layout/keys.tsx'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'
import type { JsonObject } from '@lathe/contract'
import { getCallsOption } from '../called-agents.ts'
import { debugRunOptions, getDebugOptions } from '../debug-options.ts'
import { useSetSearch } from '../use-workbench-search.ts'

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

type RunPlace = { runId: string; superstep: number }

type RunFrom = RunPlace & {
  /** Edited channels. */
  values?: JsonObject
}

/**
 * Runs the shown graph from the state before a step of an earlier run, as a new branch of its
 * thread. Cancels a waiting run of the thread, which could no longer be answered.
 */
function useRunFrom() {
  const { agentId, autosave, store, runGraph } = useWorkbench()
  const setSearch = useSetSearch()
  const queries = useQueryClient()

  return useMutation({
    mutationFn: async ({ runId, superstep, values }: RunFrom) => {
      await autosave.flush()
      const id = await findCheckpoint(runId, superstep)
      if (id === undefined) throw new Error('This run saved no checkpoint before that step')
      const { threadId, status } = await client.runs.get({ id: runId })
      if (status === 'interrupted') await client.runs.cancel({ id: runId })
      return client.runs.start({
        agent: agentId,
        // A run's own graph runs in the version it ran in.
        ...(!runGraph && { version: 'draft' as const, calls: getCallsOption(agentId) }),
        threadId,
        checkpoint: { id, ...(values && Object.keys(values).length > 0 && { values }) },
        source: 'user',
        ...debugRunOptions(getDebugOptions(agentId), store.getState().document),
      })
    },
    onSuccess: (run) => {
      queries.setQueryData(api.runs.get.queryKey({ input: { id: run.id } }), run)
      setSearch({ thread: run.threadId, run: run.id, tab: 'run' })
      void queries.invalidateQueries({ queryKey: api.runs.list.key() })
      void queries.invalidateQueries({ queryKey: api.threads.key() })
    },
  })
}

/** Finds the checkpoint before a superstep in the run's events. Undefined if none was saved. */
async function findCheckpoint(runId: string, superstep: number): Promise<string | undefined> {
  const controller = new AbortController()
  try {
    const events = await client.runs.events({ id: runId }, { signal: controller.signal })
    for await (const { body } of events) {
      const isPreviousState = body.type === 'state' && body.superstep === superstep - 1
      if (isPreviousState && body.checkpointId !== null) return body.checkpointId
      // The stream of a live run does not end, but events before this step are complete.
      if (body.type === 'node-start' && body.superstep > superstep) return undefined
    }
    return undefined
  } finally {
    controller.abort()
  }
}
