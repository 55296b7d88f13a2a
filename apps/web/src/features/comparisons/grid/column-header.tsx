import { UnstyledButton } from '@mantine/core'
import type { Variant } from '@lathe/contract'
import styles from './grid.module.css'
import { baseName } from '../variants/changes.ts'
import { VariantMenu } from '../variants/variant-menu.tsx'
import { useView } from '../view-search.ts'

/** What stays in sight above the cells of a column. */
export function ColumnHeader({ variant, index }: { variant: Variant; index: number }) {
  const { enterPanel } = useView()
  return (
    <div
      role="columnheader"
      aria-label={index === 0 ? `${variant.name}, baseline` : variant.name}
      className={styles.head}
    >
      <div className={styles.nameLine}>
        <UnstyledButton
          className={styles.headName}
          title="Edit this variant"
          onClick={() => enterPanel({ type: 'variant', key: variant.key })}
        >
          {variant.name}
        </UnstyledButton>
        <span className={styles.baseName}>{index === 0 ? 'baseline' : baseName(variant)}</span>
        <VariantMenu variant={variant} />
      </div>
    </div>
  )
}
