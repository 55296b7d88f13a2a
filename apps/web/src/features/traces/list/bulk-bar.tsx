import { MAX_IDS, type Trace } from '@lathe/contract'
import { ActionIcon, Button, Group, Popover, TextInput } from '@mantine/core'
import { IconArrowsDiff, IconCheck, IconColumns3 } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api, client } from '../../../lib/api/api.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import { plural } from '../../../lib/format/format.ts'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { invalidateInAllTabs } from '../../../lib/api/other-tabs.ts'
import { AddToDataset } from '../../../shared/add-to-dataset.tsx'
import { DisabledReason } from '../../../ui/fields/disabled-reason.tsx'
import { showToast, showUndoToast } from '../../../ui/feedback/undo-toast.tsx'
import { useCompareTraces } from '../open-in-compare.tsx'
import { usePin } from '../pin.tsx'
import type { Total } from './use-counts.ts'
import { ExportMenu } from './export-menu.tsx'
import { type ListFilter, toInput } from './list-search.ts'
import { ReplayTraces } from './replay-traces.tsx'
import type { Selection } from './use-selection.ts'
import styles from './list.module.css'

const TAG = 't'

type Row = Pick<Trace, 'id' | 'startedAt' | 'isPinned'>

type BulkBarProps = {
  selection: Selection
  filter: ListFilter
  /** The number of traces that match the filter, once counted. */
  total: Total | undefined
  /** The loaded rows, newest first. */
  rows: readonly Row[]
  /** Hides traces until they are deleted. */
  onHide: (ids: ReadonlySet<string>) => void
  onShow: (ids: ReadonlySet<string>) => void
}

/** Actions on the selected traces. */
export function BulkBar(props: BulkBarProps) {
  const { selection, filter, total, rows, onHide, onShow } = props
  const queries = useQueryClient()
  const { ids, isAll } = selection
  const visibleIds = rows.map(({ id }) => id)
  // Exclude traces that arrive later, but include all shown rows even if their clock is ahead.
  const choice = () =>
    isAll
      ? {
          ...toInput(filter),
          to: filter.to ?? Math.max(Date.now() * 1_000, (rows[0]?.startedAt ?? 0) + 1),
        }
      : { ids: [...ids] }
  const label = isAll ? totalLabel(total) : `${ids.size} selected`
  const compare = useCompareTraces()
  const pin = usePin()
  const selectedRows = isAll ? rows : rows.filter(({ id }) => ids.has(id))
  const areAllPinned = selectedRows.length > 0 && selectedRows.every(({ isPinned }) => isPinned)
  const refresh = () => invalidateInAllTabs(queries, api.traces.key())

  const remove = () => {
    const request = choice()
    const leavingIds = isAll ? new Set(visibleIds) : ids
    onHide(leavingIds)
    selection.clear()
    const deleteThem = () =>
      void client.traces
        .deleteMany(request)
        .then(({ live }) => live > 0 && showToast(`${plural(live, 'running trace')} kept`))
        .catch((error: unknown) => showToast(`Could not delete: ${errorMessage(error)}`, 'error'))
        .then(refresh)
        .finally(() => onShow(leavingIds))
    const message = isAll
      ? `${totalLabel(total)} will be deleted`
      : `${plural(ids.size, 'trace')} deleted`
    showUndoToast({
      message: `${message}. Charts still count ${ids.size === 1 && !isAll ? 'it' : 'them'}.`,
      onUndo: () => onShow(leavingIds),
      onExpire: deleteThem,
    })
  }

  useHotkeys([{ keys: 'delete', label: 'Delete selected traces', group: 'Rows', run: remove }])

  return (
    <Group className={styles.bulk ?? ''} gap="xs" role="toolbar" aria-label="Selected traces">
      <span>{label}</span>
      {!isAll && (total === undefined || total.isPartial || ids.size < total.count) && (
        <Button size="xs" variant="subtle" onClick={() => selection.choose(visibleIds, true)}>
          Select all matching
        </Button>
      )}
      <TagButton
        onTag={async (tag) => {
          const { tagged, changed } = await client.traces.tag({ ...choice(), add: [tag] })
          showTaggedToast(tag, { tagged, changed, refresh })
          void refresh()
        }}
      />
      <Button
        size="xs"
        variant="default"
        onClick={() => pin({ ...choice(), isPinned: !areAllPinned })}
      >
        {areAllPinned ? 'Unpin' : 'Pin'}
      </Button>
      <AddToDataset choice={choice} />
      <ExportMenu filter={filter} ids={isAll ? undefined : [...ids]} />
      <DiffButton ids={isAll ? [] : [...ids]} />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconColumns3 size={14} />}
        loading={compare.isPending}
        onClick={() => compare.mutate(() => resolveIds(choice()))}
      >
        Compare
      </Button>
      <ReplayTraces filter={filter} ids={isAll ? undefined : [...ids]} />
      <Button size="xs" variant="default" title="Delete (Del)" onClick={remove}>
        Delete
      </Button>
      <Button size="xs" variant="subtle" onClick={selection.clear}>
        Clear
      </Button>
    </Group>
  )
}

const totalLabel = (total: Total | undefined): string => {
  if (total === undefined) return 'All matching'
  const countText = total.count.toLocaleString('en')
  return total.isPartial ? `All matching (${countText}+)` : `All ${countText} matching`
}

/** Compares two selected traces span by span. */
function DiffButton({ ids: [a, b, extraId] }: { ids: string[] }) {
  if (a === undefined || b === undefined || extraId !== undefined) return null
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconArrowsDiff size={14} />}
      renderRoot={(props) => <Link to="/traces/diff" search={{ a, b }} {...props} />}
    >
      Diff
    </Button>
  )
}

type TagResult = { tagged: number; changed: string[]; refresh: () => Promise<unknown> }

/** Shows a toast. Undo reverts only the traces that did not have the tag before. */
function showTaggedToast(tag: string, { tagged, changed, refresh }: TagResult) {
  const message = `${plural(tagged, 'trace')} tagged ${tag}`
  if (changed.length === 0 || changed.length >= MAX_IDS) return showToast(message)
  showUndoToast({
    message,
    onUndo: () =>
      void client.traces
        .tag({ ids: changed, remove: [tag] })
        .catch((error: unknown) => showToast(`Could not undo: ${errorMessage(error)}`, 'error'))
        .finally(() => void refresh()),
  })
}

function TagButton({ onTag }: { onTag: (tag: string) => Promise<void> }) {
  const [isOpen, setOpen] = useState(false)
  const [tag, setTag] = useState('')
  useHotkeys([{ keys: TAG, label: 'Tag selected traces', group: 'Rows', run: () => setOpen(true) }])
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (tag.trim() === '') return
    onTag(tag.trim()).then(
      () => {
        setOpen(false)
        setTag('')
      },
      (error: unknown) => showToast(`Could not tag: ${errorMessage(error)}`, 'error'),
    )
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus position="bottom-start">
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          title={`Tag (${TAG.toUpperCase()})`}
          onClick={() => setOpen(!isOpen)}
        >
          Tag…
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={handleSubmit}>
          <TextInput
            data-autofocus
            size="xs"
            label="Tag"
            maxLength={200}
            rightSection={
              <DisabledReason reason={tag.trim() === '' && 'Enter a tag'}>
                <ActionIcon type="submit" size="sm" variant="subtle" aria-label="Add tag">
                  <IconCheck size={14} />
                </ActionIcon>
              </DisabledReason>
            }
            value={tag}
            onChange={({ currentTarget: { value } }) => setTag(value)}
          />
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}

const errorMessage = (error: unknown) => describeError(error).message

const MAX_CASES = 200

/**
 * The given ids, or the newest matching traces. Pages can be short when matches are far apart, so
 * read until the limit.
 */
export async function resolveIds(
  choice: ReturnType<typeof toInput> | { ids: string[] },
): Promise<string[]> {
  if ('ids' in choice) return choice.ids
  const ids: string[] = []
  for (let before: string | null | undefined; before !== null && ids.length < MAX_CASES;) {
    const page = { ...choice, before, limit: MAX_CASES - ids.length }
    const { items, next } = await client.traces.list(page)
    ids.push(...items.map(({ id }) => id))
    before = next
  }
  return ids
}
