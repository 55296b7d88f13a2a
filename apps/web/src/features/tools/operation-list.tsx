import type { OpenApiOperation } from '@lathe/contract'
import { Checkbox } from '@mantine/core'
import { useRef } from 'react'
import { useVirtualRows } from '../../ui/table/use-virtual-rows.ts'
import styles from './tools.module.css'

const ROW_HEIGHT = 64
const NOWHERE = -1

type OperationListProps = {
  operations: readonly OpenApiOperation[]
  chosen: ReadonlySet<string>
  /** Returns the name of the future tool. */
  nameOf: (name: string) => string
  onToggle: (operations: ReadonlySet<string>, isOn: boolean) => void
}

/** Virtualized: a large service has more than a thousand operations. */
export function OperationList({ operations, chosen, nameOf, onToggle }: OperationListProps) {
  const scrollRef = useRef<HTMLUListElement>(null)
  const count = operations.length
  const rows = useVirtualRows({ scrollRef, count, rowHeight: ROW_HEIGHT, activeIndex: NOWHERE })
  const items = rows.getVirtualItems()
  return (
    <ul ref={scrollRef} className={styles.operations} aria-label="Operations">
      <Spacer height={items[0]?.start ?? 0} />
      {items.map(({ index }) => {
        const one = operations[index]
        if (!one) return null
        const { operation, name, description, effect, problem } = one
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
              description={problem ?? `${nameOf(name)} · ${effect} · ${description}`}
              disabled={problem !== null}
              checked={chosen.has(operation)}
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
