import { buildStory, storyPlaces, walkTree } from '@lathe/traces'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import {
  type FoldState,
  type TraceViewModel,
  useSelectSpan,
} from '../views/use-trace-view-model.ts'
import type { LiveText } from '../use-live-trace.ts'
import { FindField } from '../search/find-field.tsx'
import { TranscriptItem } from './transcript-item.tsx'
import { useFind, useFindText } from '../search/use-find.ts'
import styles from './transcript.module.css'

type TranscriptViewProps = {
  model: TraceViewModel
  folding: FoldState
  selectedId: string | undefined
  text: LiveText
}

const ESTIMATED_HEIGHT = 96

/** The trace in reading order. Visible items load their content. */
export function TranscriptView({ model, folding, selectedId, text }: TranscriptViewProps) {
  const select = useSelectSpan()
  const scroll = useRef<HTMLDivElement>(null)
  const { opened, setOpened } = folding
  const items = useMemo(() => buildStory(model.tree, opened), [model.tree, opened])
  const itemBySpan = useMemo(() => storyPlaces(model.tree, items), [model.tree, items])
  const [movedItemId, setMovedItemId] = useState<string>()
  const findIndex = (spanId: string) => items.findIndex(({ id }) => id === itemBySpan.get(spanId))
  // A trace's input and output belong to the same span, so remember which item the keyboard
  // selected.
  const movedIndex = items.findIndex(({ id, span }) => id === movedItemId && span.id === selectedId)
  const active = movedIndex >= 0 ? movedIndex : findIndex(selectedId ?? '')
  const isSelectedItem = (index: number) =>
    index === active || (items[index]?.type !== 'folded' && items[index]?.span.id === selectedId)
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ESTIMATED_HEIGHT,
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: 4,
  })

  // Scroll once: the selection may be far down if it was made in another view.
  const first = useRef(active)
  useEffect(() => {
    if (first.current > 0) virtualizer.scrollToIndex(first.current, { align: 'start' })
  }, [virtualizer])

  const toggle = (id: string) =>
    setOpened((current) => {
      const next = new Set(current)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const move = (direction: 1 | -1) => {
    const index = Math.min(items.length - 1, Math.max(0, active + direction))
    const item = items[index]
    if (!item) return
    setMovedItemId(item.id)
    select(item.span.id)
    virtualizer.scrollToIndex(index)
  }
  const { field, foundIds } = useTranscriptSearch(model, selectedId, (spanId) => {
    setMovedItemId(undefined)
    select(spanId)
    const index = findIndex(spanId)
    if (index >= 0) virtualizer.scrollToIndex(index)
  })
  const matchingItems = useMemo(
    () => new Set([...foundIds].map((id) => itemBySpan.get(id))),
    [foundIds, itemBySpan],
  )
  const handleKey = (key: string): boolean => {
    if (key === 'ArrowDown' || key === 'j') move(1)
    else if (key === 'ArrowUp' || key === 'k') move(-1)
    else return false
    return true
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (handleKey(event.key)) event.preventDefault()
  }
  useHotkeys([
    {
      keys: 'j',
      label: 'Next transcript item',
      group: 'Rows',
      hidden: true,
      run: () => handleKey('j'),
    },
    {
      keys: 'k',
      label: 'Previous transcript item',
      group: 'Rows',
      hidden: true,
      run: () => handleKey('k'),
    },
  ])

  if (items.length === 0) return <EmptyState title="No spans yet" />
  return (
    <div className={styles.lens}>
      <div className={styles.tools}>
        <FindField {...field} />
      </div>
      <div ref={scroll} className={styles.scroll} tabIndex={0} onKeyDown={handleKeyDown}>
        <ol
          className={styles.story}
          aria-label="Transcript"
          style={{ height: virtualizer.getTotalSize() }}
        >
          {virtualizer.getVirtualItems().map(({ index, start, key }) => {
            const item = items[index]
            return (
              item && (
                <li
                  key={key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  className={styles.place}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <TranscriptItem
                    item={item}
                    isSelected={isSelectedItem(index)}
                    isMatch={matchingItems.has(item.id)}
                    isSilent={model.isSilent}
                    liveText={text.get(item.span.id)}
                    onSelect={select}
                    onToggle={toggle}
                  />
                </li>
              )
            )
          })}
        </ol>
      </div>
    </div>
  )
}

/** Searches all spans of the trace. Calls `onGo` for each match that is selected. */
export function useTranscriptSearch(
  { trace, spans, tree }: TraceViewModel,
  selectedId: string | undefined,
  onSelectSpan: (spanId: string) => void,
) {
  const { find, setFind } = useFindText()
  const { foundIds = noMatches, isSearching, error } = useFind(trace.id, spans, find)
  const order = useMemo(() => walkTree(tree).map(({ span }) => span.id), [tree])
  const hitIndexes = useMemo(
    () => order.flatMap((id, index) => (foundIds.has(id) ? [index] : [])),
    [order, foundIds],
  )
  const step = (direction: 1 | -1) => {
    const from = order.indexOf(selectedId ?? '')
    const next =
      direction > 0
        ? hitIndexes.find((index) => index > from)
        : hitIndexes.findLast((index) => index < from)
    const hitId = order[next ?? (direction > 0 ? hitIndexes[0] : hitIndexes.at(-1)) ?? -1]
    if (hitId !== undefined) onSelectSpan(hitId)
  }
  const field = {
    value: find,
    onChange: setFind,
    position: hitIndexes.findIndex((index) => order[index] === selectedId) + 1,
    count: hitIndexes.length,
    isSearching,
    hasFailed: error !== null,
    onStep: step,
  }
  return { field, foundIds }
}

const noMatches: ReadonlySet<string> = new Set()
