import type { Example } from '@lathe/contract'
import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconArrowBackUp, IconArrowForwardUp, IconPlus, IconSearch } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useRef } from 'react'
import { describeError } from '../../../lib/api/describe-error.ts'
import { formatExactCount, plural } from '../../../lib/format/format.ts'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { ColumnMenu } from '../../../ui/table/column-menu.tsx'
import { Keys } from '../../../ui/layout/keys.tsx'
import { DisabledReason } from '../../../ui/fields/disabled-reason.tsx'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'
import styles from '../datasets.module.css'
import type { DatasetWithSplits } from './examples-view.tsx'
import { FIRST_INPUT, type GridFields } from './grid/grid-fields.ts'
import { UnsavedNote } from './unsaved-note.tsx'
import { useChange } from './use-change.ts'
import { useUndo } from './use-undo.ts'

const route = getRouteApi('/datasets/$name')
const TYPING_MS = 250

type ExamplesToolbarProps = {
  dataset: DatasetWithSplits
  /** Undefined while loading. */
  total: number | undefined
  /** The listed examples. A new example gets the input names of the last one, with empty values. */
  examples: readonly Example[]
  grid: GridFields
}

export function ExamplesToolbar({ dataset, total, examples, grid }: ExamplesToolbarProps) {
  const { version, split, q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const search = useDebouncedCallback(
    (text: string) =>
      void navigate({
        search: (current) => ({ ...current, q: text === '' ? undefined : text }),
        replace: true,
      }),
    TYPING_MS,
  )
  const { add, isPending } = useChange(dataset.id)
  const { undo, redo } = useUndo(dataset.id)
  const isOld = version !== undefined && version !== dataset.version
  const addOne = () => {
    const template = examples.at(-1)
    const names = template ? Object.keys(template.inputs) : [FIRST_INPUT]
    const inputs = Object.fromEntries(names.map((name) => [name, '']))
    const put = { inputs, ...(split !== undefined && { splits: [split] }) }
    add([put], 'Added an example').then(
      ([id]) => void navigate({ search: (current) => ({ ...current, open: id, pane: undefined }) }),
      (error: unknown) => showToast(describeError(error).message, 'error'),
    )
  }
  useHotkeys([
    { keys: 'n', label: 'Add example', group: 'Dataset', run: () => !isOld && addOne() },
    { keys: '/', label: 'Search', group: 'Dataset', run: () => field.current?.focus() },
  ])

  return (
    <div className={styles.toolbar}>
      <TextInput
        ref={field}
        key={dataset.id}
        aria-label="Search examples"
        placeholder="Search"
        w={220}
        leftSection={<IconSearch size={14} />}
        defaultValue={q}
        onChange={({ currentTarget }) => search(currentTarget.value)}
      />
      {dataset.splits.length > 0 && (
        <Select
          aria-label="Split"
          placeholder="All splits"
          clearable
          w={150}
          data={dataset.splits.map(({ name, count }) => ({
            value: name,
            label: `${name} (${formatExactCount(count)})`,
          }))}
          value={split ?? null}
          onChange={(value) =>
            void navigate({ search: (current) => ({ ...current, split: value ?? undefined }) })
          }
        />
      )}
      <span className={styles.muted} role="status">
        {total !== undefined && plural(total, 'example')}
        {isOld && ` of version ${version}`}
      </span>
      {isOld && (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() =>
            void navigate({ search: (current) => ({ ...current, version: undefined }) })
          }
        >
          Show latest version
        </Button>
      )}
      {!isOld && <UnsavedNote datasetId={dataset.id} examples={examples} />}
      <span className={styles.gap} />
      <ColumnMenu
        columns={grid.columns}
        visibleIds={grid.shownColumns}
        onChange={(columns) =>
          void navigate({ search: (current) => ({ ...current, columns }), replace: true })
        }
      />
      <DisabledReason reason={!undo && 'Nothing to undo'} hint="Undo">
        <ActionIcon variant="subtle" aria-label="Undo" onClick={undo}>
          <IconArrowBackUp size={16} />
        </ActionIcon>
      </DisabledReason>
      <DisabledReason reason={!redo && 'Nothing to redo'} hint="Redo">
        <ActionIcon variant="subtle" aria-label="Redo" onClick={redo}>
          <IconArrowForwardUp size={16} />
        </ActionIcon>
      </DisabledReason>
      <DisabledReason
        reason={isOld && 'Old versions are read-only. Show the latest version to add examples'}
      >
        <Button
          variant="default"
          leftSection={<IconPlus size={14} />}
          rightSection={<Keys keys="n" />}
          loading={isPending}
          onClick={addOne}
        >
          Add example
        </Button>
      </DisabledReason>
    </div>
  )
}
