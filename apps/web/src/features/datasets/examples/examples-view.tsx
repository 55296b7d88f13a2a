import type { Dataset } from '@lathe/contract'
import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { SplitPane } from '../../../ui/layout/split-pane.tsx'
import styles from '../datasets.module.css'
import { DuplicatesPane } from '../duplicates-pane.tsx'
import { ImportPane } from '../import/import-pane.tsx'
import { usePastedRows } from '../import/pasted-rows.ts'
import { ExamplePane } from './example-pane.tsx'
import { ExamplesToolbar } from './examples-toolbar.tsx'
import { ExampleGrid } from './grid/example-grid.tsx'
import { useGridFields } from './grid/grid-fields.ts'
import { useChosenExample, useExamples } from './use-examples.ts'

const route = getRouteApi('/datasets/$name')

export type DatasetWithSplits = Dataset & { splits: { name: string; count: number }[] }

export function ExamplesView({ dataset }: { dataset: DatasetWithSplits }) {
  const { version, split, q, open, pane, columns } = route.useSearch()
  const navigate = route.useNavigate()
  const exampleList = useExamples({ dataset: dataset.id, version, split, q })
  const { examples, total, error, isPending, isPlaceholderData, fetchNextPage, hasNextPage } =
    exampleList
  const grid = useGridFields(dataset.id, examples, columns)
  const [pastedText, setPastedText] = useState('')
  const forgetPasted = useCallback(() => setPastedText(''), [])
  const isFiltered = split !== undefined || (q ?? '') !== ''
  const isReadOnly = version !== undefined && version !== dataset.version
  const openExample = (id: string | undefined) =>
    void navigate({ search: (search) => ({ ...search, open: id, pane: undefined }), replace: true })
  usePastedRows((text) => {
    // An open example may hold a draft, and the import pane handles pasted text itself.
    if (open !== undefined || pane === 'import') return false
    setPastedText(text)
    void navigate({ search: (search) => ({ ...search, pane: 'import' }), replace: true })
    return true
  })
  const isOpen = open !== undefined || pane !== undefined
  useHotkeys(
    isOpen
      ? [{ keys: 'escape', label: 'Close', group: 'Dataset', run: () => openExample(undefined) }]
      : [],
  )
  const {
    selectedExample,
    isLoading,
    error: notChosen,
  } = useChosenExample({ dataset: dataset.id, version }, open, {
    examples,
    isSettled: !isPending && !isPlaceholderData,
  })

  const isEmpty = !isPending && !error && examples.length === 0 && !isReadOnly && !isFiltered
  const table = isPending ? (
    <SkeletonRows contentLabel="the examples" />
  ) : error ? (
    <ErrorPanel action="load the examples" error={error} />
  ) : examples.length === 0 && !isEmpty ? (
    <EmptyMessage isFiltered={isFiltered} />
  ) : (
    <ExampleGrid
      key={dataset.id}
      datasetId={dataset.id}
      examples={examples}
      fields={grid.fields}
      split={split}
      openId={open}
      access={{
        total,
        isReadOnly,
        // Hide the new row while searching: an added example might not match and would disappear.
        canAdd: !isReadOnly && !hasNextPage && !isPlaceholderData && (q ?? '') === '',
        isStale: isPlaceholderData,
      }}
      onOpen={openExample}
      onEnd={() => hasNextPage && void fetchNextPage()}
    />
  )

  return (
    <div className={styles.view}>
      <ExamplesToolbar
        dataset={dataset}
        total={isPending ? undefined : total}
        examples={examples}
        grid={grid}
      />
      {isEmpty && <FirstExample />}
      <SplitPane
        name="dataset"
        panes={[
          { id: 'examples', size: 60, min: '320px', content: table },
          {
            id: 'pane',
            size: 40,
            min: '320px',
            isHidden: !isOpen,
            content:
              pane === 'import' ? (
                <ImportPane
                  dataset={dataset}
                  pastedText={pastedText}
                  onPastedTextChange={forgetPasted}
                />
              ) : pane === 'duplicates' ? (
                <DuplicatesPane dataset={dataset} />
              ) : (
                open !== undefined && (
                  <ExamplePane
                    key={open}
                    datasetId={dataset.id}
                    id={open}
                    example={selectedExample}
                    isLoading={isLoading}
                    error={notChosen}
                    isReadOnly={isReadOnly}
                  />
                )
              ),
          },
        ]}
      />
    </div>
  )
}

function FirstExample() {
  const navigate = route.useNavigate()
  return (
    <div className={styles.toolbar}>
      <span className={styles.muted}>
        No examples yet. Type in the row below, paste rows, or open a trace and choose “Add to
        dataset”.
      </span>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => void navigate({ search: { pane: 'import' } })}
      >
        Import file
      </Button>
    </div>
  )
}

function EmptyMessage({ isFiltered }: { isFiltered: boolean }) {
  const navigate = route.useNavigate()
  return isFiltered ? (
    <EmptyState
      title="No matching examples"
      hint="No example matches the filter."
      action={
        <Button
          variant="default"
          onClick={() => void navigate({ search: ({ columns }) => ({ columns }) })}
        >
          Clear filter
        </Button>
      }
    />
  ) : (
    <EmptyState title="This version has no examples" />
  )
}
