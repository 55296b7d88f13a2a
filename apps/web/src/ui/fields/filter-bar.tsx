import { CloseButton, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './filter-bar.module.css'
import { QueryField, type QueryFieldProps } from './query-field.tsx'

export type FilterChip = { id: string; label: string; onRemove: () => void }

type FilterBarProps = QueryFieldProps & {
  /** Active filters. */
  chips?: readonly FilterChip[]
  /** Shows *Clear all* next to the chips. */
  onClear?: () => void
  /** Additional controls next to the field. */
  children?: ReactNode
}

export function FilterBar({ chips = [], onClear, children, ...field }: FilterBarProps) {
  return (
    <div className={styles.root} role="search">
      <div className={styles.line}>
        <QueryField {...field} />
        {children}
      </div>
      {chips.length > 0 && (
        <div className={styles.line}>
          {chips.map((chip) => (
            <span key={chip.id} className={styles.chip}>
              {chip.label}
              <CloseButton
                size="sm"
                iconSize={12}
                aria-label={`Remove the filter ${chip.label}`}
                onClick={chip.onRemove}
              />
            </span>
          ))}
          {onClear && (
            <UnstyledButton className={styles.clear} onClick={onClear}>
              Clear all
            </UnstyledButton>
          )}
        </div>
      )}
    </div>
  )
}
