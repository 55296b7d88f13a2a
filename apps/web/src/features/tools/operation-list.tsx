import type { OpenApiOperation } from '@lathe/contract'
import { Checkbox } from '@mantine/core'
import { memo } from 'react'
import styles from './tools.module.css'

type OperationListProps = {
  operations: readonly OpenApiOperation[]
  chosen: ReadonlySet<string>
  /** The name its tool will have. */
  nameOf: (name: string) => string
  onToggle: (operations: ReadonlySet<string>, isOn: boolean) => void
}

export function OperationList({ operations, chosen, nameOf, onToggle }: OperationListProps) {
  return (
    <ul className={styles.operations} aria-label="Operations">
      {operations.map(({ operation, name, description, effect, problem }) => (
        <Row
          key={operation}
          operation={operation}
          about={problem ?? `${nameOf(name)} · ${effect} · ${description}`}
          isUsable={problem === null}
          isChosen={chosen.has(operation)}
          onToggle={onToggle}
        />
      ))}
    </ul>
  )
}

type RowProps = {
  operation: string
  about: string
  isUsable: boolean
  isChosen: boolean
  onToggle: (operations: ReadonlySet<string>, isOn: boolean) => void
}

/** A large service has a thousand of them: only those that change are drawn anew. */
const Row = memo(function Row({ operation, about, isUsable, isChosen, onToggle }: RowProps) {
  return (
    <li>
      <Checkbox
        label={operation}
        classNames={{ description: styles.clamped ?? '' }}
        description={about}
        disabled={!isUsable}
        checked={isChosen}
        onChange={(event) => onToggle(new Set([operation]), event.currentTarget.checked)}
      />
    </li>
  )
})
