import { IconCheck, IconEqualNot, IconMinus, IconPlus } from '@tabler/icons-react'
import type { Sameness } from '@lathe/contract'
import styles from './report.module.css'

const SHAPES = {
  same: IconCheck,
  different: IconEqualNot,
  'only-tape': IconMinus,
  'only-replay': IconPlus,
}

export type SideNames = { tape: string; replay: string }

const wordOf = (sameness: Sameness, names: SideNames): string =>
  sameness === 'only-tape'
    ? `only in ${names.tape}`
    : sameness === 'only-replay'
      ? `only in ${names.replay}`
      : sameness

/** Shape and word; only what is not the same is coloured. */
export function SameMark({ value, names }: { value: Sameness; names: SideNames }) {
  const Shape = SHAPES[value]
  return (
    <span className={styles.same} data-same={value}>
      <Shape size={13} aria-hidden />
      {wordOf(value, names)}
    </span>
  )
}
