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

const GUESSED_HEIGHT = 96

/** The trace in reading order. Visible items load their content. */
export function TranscriptView({ model, folding, selectedId, text }: TranscriptViewProps) {
  const select = useSelectSpan()
  const scroll = useRef<HTMLDivElement>(null)
  const { opened, setOpened } = folding
  const items = useMemo(() => buildStory(model.tree, opened), [model.tree, opened])
  const places = useMemo(() => storyPlaces(model.tree, items), [model.tree, items])
  const [movedItemId, setMoved] = useState<string>()
  const indexOf = (spanId: string) => items.findIndex(({ id }) => id === places.get(spanId))
  // A trace's input and output belong to the same span, so remember which item the keyboard
  // selected.
  const movedIndex = items.findIndex(({ id, span }) => id === movedItemId && span.id === selectedId)
  const active = movedIndex >= 0 ? movedIndex : indexOf(selectedId ?? '')
  const isChosen = (index: number) =>
    index === active || (items[index]?.type !== 'folded' && items[index]?.span.id === selectedId)
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => GUESSED_HEIGHT,
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: 4,
  })

  // Scroll once: the selection may be far down if it was made in another view.
  const first = useRef(active)
  useEffect(() => {
    if (first.current > 0) virtualizer.scrollToIndex(first.current, { align: 'start' })
  }, [virtualizer])

  const toggle = (id: string) =>
    setOpened((old) => {
      const next = new Set(old)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const move = (direction: 1 | -1) => {
    const index = Math.min(items.length - 1, Math.max(0, active + direction))
    const item = items[index]
    if (!item) return
    setMoved(item.id)
    select(item.span.id)
    virtualizer.scrollToIndex(index)
  }
  const { field, found } = useTranscriptSearch(model, selectedId, (spanId) => {
    setMoved(undefined)
    select(spanId)
    const index = indexOf(spanId)
    if (index >= 0) virtualizer.scrollToIndex(index)
  })
  const foundIn = useMemo(() => new Set([...found].map((id) => places.get(id))), [found, places])
  const press = (key: string): boolean => {
    if (key === 'ArrowDown' || key === 'j') move(1)
    else if (key === 'ArrowUp' || key === 'k') move(-1)
    else return false
    return true
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (press(event.key)) event.preventDefault()
  }
  useHotkeys([
    {
      keys: 'j',
      label: 'Next transcript item',
      group: 'Rows',
      hidden: true,
      run: () => press('j'),
    },
    {
      keys: 'k',
      label: 'Previous transcript item',
      group: 'Rows',
      hidden: true,
      run: () => press('k'),
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
                    isSelected={isChosen(index)}
                    isFound={foundIn.has(item.id)}
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
  onGo: (spanId: string) => void,
) {
  const { find, setFind } = useFindText()
  const { found = noMatches, isSearching, error } = useFind(trace.id, spans, find)
  const order = useMemo(() => walkTree(tree).map(({ span }) => span.id), [tree])
  const hits = useMemo(
    () => order.flatMap((id, index) => (found.has(id) ? [index] : [])),
    [order, found],
  )
  const step = (direction: 1 | -1) => {
    const from = order.indexOf(selectedId ?? '')
    const next =
      direction > 0 ? hits.find((index) => index > from) : hits.findLast((index) => index < from)
    const hit = order[next ?? (direction > 0 ? hits[0] : hits.at(-1)) ?? -1]
    if (hit !== undefined) onGo(hit)
  }
  const field = {
    value: find,
    onChange: setFind,
    position: hits.findIndex((index) => order[index] === selectedId) + 1,
    count: hits.length,
    isSearching,
    hasFailed: error !== null,
    onStep: step,
  }
  return { field, found }
}

const noMatches: ReadonlySet<string> = new Set()
