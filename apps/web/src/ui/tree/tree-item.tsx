import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import type { TreeRow } from './tree-keys.ts'
import type { TreePosition } from './tree-positions.ts'
import styles from './tree.module.css'

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
export const TreeItem = memo(function TreeItem({
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
