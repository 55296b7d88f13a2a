import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
} from 'react'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import { moveInTree, type TreeRow } from './tree-keys.ts'
import { type TreePosition, treePositions } from './tree-positions.ts'
import styles from './tree.module.css'
import { useOptimisticSelection } from '../table/use-optimistic-selection.ts'
import { useVirtualRows } from '../table/use-virtual-rows.ts'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'

export type { TreeRow } from './tree-keys.ts'

type TreeProps<Row extends TreeRow> = {
  /** Accessible name of the tree. */
  label: string
  /** Visible rows from top to bottom, without the children of folded rows. */
  rows: readonly Row[]
  /** Selection follows focus. If the selected row is not visible, the first row is focusable. */
  selectedId: string | undefined
  onSelect: (id: string) => void
  onToggle: (id: string, isExpanded: boolean) => void
  renderRow: (row: Row) => ReactNode
  rowHeight?: number
}

/** ARIA tree over virtual rows: arrows or h j k l, Home, End, Enter. Fills its parent's height. */
export function Tree<Row extends TreeRow>({
  label,
  rows,
  selectedId: controlledId,
  onSelect: onControlledSelect,
  onToggle,
  renderRow,
  rowHeight = 28,
}: TreeProps<Row>) {
  const [selectedId, onSelect] = useOptimisticSelection(controlledId, onControlledSelect)
  const scrollRef = useRef<HTMLDivElement>(null)
  const positionAt = useMemo(() => treePositions(rows), [rows])
  const selectedIndex = useMemo(
    () => (selectedId === undefined ? -1 : rows.findIndex(({ id }) => id === selectedId)),
    [rows, selectedId],
  )
  const activeIndex = Math.max(0, selectedIndex)
  const virtualizer = useVirtualRows({ scrollRef, count: rows.length, rowHeight, activeIndex })

  const renderIndex = useCallback(
    (index: number) => {
      const row = rows[index]
      return row && renderRow(row)
    },
    [rows, renderRow],
  )

  // Also scrolls to a row selected elsewhere.
  const reveal = useEffectEvent((id: string | undefined) => {
    if (id !== undefined && selectedIndex >= 0) virtualizer.scrollToIndex(selectedIndex)
  })
  useEffect(() => reveal(selectedId), [selectedId])

  const focusRow = (index: number) => {
    const row = rows[index]
    if (!row) return
    onSelect(row.id)
    virtualizer.scrollToIndex(index)
    requestAnimationFrame(() => {
      scrollRef.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus()
    })
  }

  const press = (key: string): boolean => {
    const move = moveInTree(rows, activeIndex, key)
    if (!move) return false
    if (move.type === 'toggle') onToggle(move.id, move.isExpanded)
    else focusRow(move.index)
    return true
  }

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement)
      return
    if (press(event.key)) event.preventDefault()
  }

  useHotkeys(
    TREE_KEYS.map(([keys, text]) => ({ ...TREE_KEY, keys, label: text, run: () => press(keys) })),
  )

  return (
    <div ref={scrollRef} className={styles.scroll}>
      <div
        role="tree"
        aria-label={label}
        className={styles.tree}
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={handleKeyDown}
      >
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index]
          return (
            row && (
              <TreeItem
                key={row.id}
                row={row}
                {...positionAt(item.index)}
                index={item.index}
                top={item.start}
                height={rowHeight}
                isSelected={item.index === selectedIndex}
                isFocusable={item.index === activeIndex}
                onSelect={onSelect}
                onToggle={onToggle}
                renderIndex={renderIndex}
              />
            )
          )
        })}
      </div>
    </div>
  )
}

const TREE_KEY = { group: 'Rows', hidden: true }
const TREE_KEYS = [
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['h', 'Collapse, or go to the parent'],
  ['l', 'Expand, or go to the first child'],
] as const

type TreeItemProps = TreePosition & {
  row: TreeRow
  index: number
  top: number
  height: number
  isSelected: boolean
  isFocusable: boolean
  onSelect: (id: string) => void
  onToggle: (id: string, isExpanded: boolean) => void
  renderIndex: (index: number) => ReactNode
}

/**
 * From this depth on, guide lines are too many to count, so the row shows its depth as a number.
 */
const NUMBERED_FROM = 6

/** Memoized so that scrolling does not render it again. */
const TreeItem = memo(function TreeItem({
  row,
  position,
  count,
  index,
  top,
  height,
  isSelected,
  isFocusable,
  onSelect,
  onToggle,
  renderIndex,
}: TreeItemProps) {
  const depth = row.level - 1
  return (
    <div
      role="treeitem"
      tabIndex={isFocusable ? 0 : -1}
      className={styles.item}
      style={{ height, transform: `translateY(${top}px)` }}
      data-index={index}
      aria-level={row.level}
      aria-posinset={position}
      aria-setsize={count}
      aria-expanded={row.isExpanded}
      aria-selected={isSelected}
      onClick={() => onSelect(row.id)}
    >
      <span className={styles.guides} style={{ width: `calc(${depth} * var(--indent))` }}>
        {depth >= NUMBERED_FROM && <span aria-hidden>{depth}</span>}
      </span>
      <span
        className={styles.toggle}
        data-leaf={row.isExpanded === undefined || undefined}
        onClick={(event) => {
          if (row.isExpanded === undefined) return
          event.stopPropagation()
          onToggle(row.id, !row.isExpanded)
        }}
      >
        {row.isExpanded !== undefined &&
          (row.isExpanded ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />)}
      </span>
      <span className={styles.content}>{renderIndex(index)}</span>
    </div>
  )
})
