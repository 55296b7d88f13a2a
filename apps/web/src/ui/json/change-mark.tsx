import { IconMinus, IconPencil, IconPlus, IconTag } from '@tabler/icons-react'
import styles from './change-mark.module.css'

export type ChangeType = 'added' | 'removed' | 'changed' | 'renamed'

const SHAPES = { added: IconPlus, removed: IconMinus, changed: IconPencil, renamed: IconTag }

export const isChangeType = (word: string | undefined): word is ChangeType =>
  word !== undefined && Object.hasOwn(SHAPES, word)

export function ChangeMark({ type }: { type: ChangeType }) {
  const Shape = SHAPES[type]
  return (
    <span className={styles.root} data-change={type}>
      <Shape size={12} stroke={2.5} aria-hidden />
      {type}
    </span>
  )
}
