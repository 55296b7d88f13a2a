import type { Experiment } from '@lathe/contract'
import { Button } from '@mantine/core'
import { IconColumns, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { DescribeDialog } from '../../ui/fields/describe-dialog.tsx'
import { deleteWithUndo, useHiddenIds } from '../../ui/feedback/delete-with-undo.ts'
import { Keys } from '../../ui/layout/keys.tsx'
import { experimentColumns, widthFor } from './experiment-columns.tsx'
import styles from './experiments.module.css'
import { useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../lib/api/api.ts'

/** A comparison shows at most this many columns. */
const MAX_SELECTED = 8

type ExperimentsTableProps = {
  experiments: readonly Experiment[]
  hasDataset?: boolean
  /** Shown if there are no experiments. */
  empty: ReactNode
}

/**
 * Table of experiments. A row opens its answers. The oldest selected experiment is the baseline of
 * a comparison.
 */
export function ExperimentsTable({
  experiments: allExperiments,
  hasDataset = false,
  empty,
}: ExperimentsTableProps) {
  const navigate = useNavigate()
  const [ids, setIds] = useState<readonly string[]>([])
  const [edited, setEdited] = useState<Experiment>()
  const hidden = useHiddenIds((state) => state.ids)
  const experiments = useMemo(
    () => allExperiments.filter(({ id }) => !hidden.has(id)),
    [allExperiments, hidden],
  )
  const remove = useDeleteExperiments()
  const edit = useEditExperiment()
  const columns = useMemo(
    () =>
      experimentColumns(experiments, {
        selection: { has: (id) => ids.includes(id), toggle: (id) => setIds(toggleId(id)) },
        actions: { edit: setEdited, remove: (experiment) => remove([experiment]) },
        hasDataset,
      }),
    [experiments, ids, remove, hasDataset],
  )
  const selected = experiments.filter(({ id }) => ids.includes(id)).toReversed()
  const problem = comparisonProblem(selected)
  const open = (of: string[]) => void navigate({ to: '/compare/experiments', search: { of } })
  const compare = () => {
    if (problem === undefined) open(selected.map(({ id }) => id))
  }
  useHotkeys([{ keys: 'mod+enter', label: 'Compare selected', group: 'Experiments', run: compare }])

  if (experiments.length === 0) return empty
  return (
    <>
      <div className={styles.toolbar}>
        <Button
          variant={problem === undefined ? 'filled' : 'default'}
          leftSection={<IconColumns size={14} />}
          rightSection={<Keys keys="mod+enter" />}
          disabled={problem !== undefined}
          onClick={compare}
        >
          Compare
        </Button>
        {selected.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconTrash size={14} />}
            onClick={() => remove(selected)}
          >
            {`Delete ${selected.length}`}
          </Button>
        )}
        <span className={styles.muted} role="status">
          {problem ??
            `${selected.length} selected; the baseline is ${selected[0]?.name}, the oldest`}
        </span>
      </div>
      <DataTable
        label="Experiments"
        columns={columns}
        rows={experiments}
        rowId={({ id }) => id}
        onOpen={({ id }) => open([id])}
        onPreview={({ id }) => setIds(toggleId(id))}
        options={{
          rowHeight: 36,
          minWidth: widthFor(experiments),
          tone: ({ errors }) => (errors > 0 ? 'error' : undefined),
        }}
      />
      <DescribeDialog
        title="Edit experiment"
        item={edited}
        maxLength={500}
        save={async (next) => edited && edit({ id: edited.id, ...next })}
        onClose={() => setEdited(undefined)}
      />
    </>
  )
}

const toggleId = (id: string) => (ids: readonly string[]) =>
  ids.includes(id) ? ids.filter((otherId) => otherId !== id) : [...ids, id]

/** Returns why the selected experiments cannot be compared. */
function comparisonProblem(experiments: readonly Experiment[]): string | undefined {
  if (experiments.length < 2) return 'Select two or more to compare them'
  if (experiments.length > MAX_SELECTED) return `Select at most ${MAX_SELECTED}`
  return experiments.some(({ dataset }) => dataset.id !== experiments[0]?.dataset.id)
    ? 'The selected experiments use different datasets, so their answers cannot be paired'
    : undefined
}

/** Deletes experiments and keeps their traces. */
function useDeleteExperiments() {
  const queries = useQueryClient()
  return useCallback(
    (experiments: readonly Pick<Experiment, 'id' | 'name' | 'traces'>[]) => {
      const ids = experiments.map(({ id }) => id)
      const [first] = experiments
      deleteWithUndo(
        {
          ids,
          name: ids.length === 1 && first ? first.name : `${ids.length} experiments`,
          note: experiments.some(({ traces }) => traces > 0) ? '; the traces are kept' : '',
        },
        {
          remove: () => Promise.all(ids.map((id) => client.experiments.delete({ id }))),
          restore: () => Promise.all(ids.map((id) => client.experiments.restore({ id }))),
          refresh: () =>
            Promise.all(
              [api.experiments.key(), api.datasets.key(), api.traces.key()].map((queryKey) =>
                queries.invalidateQueries({ queryKey }),
              ),
            ),
        },
      )
    },
    [queries],
  )
}

/** Resolves once every query that shows the experiment has been refreshed. */
function useEditExperiment() {
  const queries = useQueryClient()
  return async (change: Pick<Experiment, 'id' | 'name' | 'description'>) => {
    await client.experiments.edit(change)
    await Promise.all(
      [api.experiments.key(), api.datasets.experiments.key(), api.traces.key()].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    )
  }
}
