import type { OpenApiOperation } from '@lathe/contract'
import { Checkbox } from '@mantine/core'
import { useRef } from 'react'
import { useVirtualRows } from '../../ui/table/use-virtual-rows.ts'
import styles from './tools.module.css'

const ROW_HEIGHT = 64
const NO_INDEX = -1

type OperationListProps = {
  operations: readonly OpenApiOperation[]
  selectedNames: ReadonlySet<string>
  /** Returns the name of the future tool. */
  formatName: (name: string) => string
  onToggle: (operations: ReadonlySet<string>, isSelected: boolean) => void
}

/** Virtualized: a large service has more than a thousand operations. */
export function OperationList({
  operations,
  selectedNames,
  formatName,
  onToggle,
}: OperationListProps) {
  const scrollRef = useRef<HTMLUListElement>(null)
  const count = operations.length
  const rows = useVirtualRows({ scrollRef, count, rowHeight: ROW_HEIGHT, activeIndex: NO_INDEX })
  const items = rows.getVirtualItems()
  return (
    <ul ref={scrollRef} className={styles.operations} aria-label="Operations">
      <Spacer height={items[0]?.start ?? 0} />
      {items.map(({ index }) => {
        const target = operations[index]
        if (!target) return null
        const { operation, name, description, effect, problem } = target
        return (
          <li
            key={operation}
            aria-setsize={count}
            aria-posinset={index + 1}
            style={{ height: ROW_HEIGHT }}
          >
            <Checkbox
              label={operation}
              classNames={{ label: styles.operation ?? '', description: styles.clamped ?? '' }}
              description={problem ?? `${formatName(name)} · ${effect} · ${description}`}
              disabled={problem !== null}
              checked={selectedNames.has(operation)}
              onChange={(event) => onToggle(new Set([operation]), event.currentTarget.checked)}
            />
          </li>
        )
      })}
      <Spacer height={rows.getTotalSize() - (items.at(-1)?.end ?? 0)} />
    </ul>
  )
}

const Spacer = ({ height }: { height: number }) =>
  height > 0 && <li aria-hidden style={{ height }} />
