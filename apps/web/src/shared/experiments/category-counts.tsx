import type { Experiment } from '@lathe/contract'
import { formatExactCount } from '../../lib/format/format.ts'
import styles from './experiments.module.css'

type Categorized = Pick<Experiment, 'categories'>

/** Returns the category keys that any of these experiments uses. */
export const categoryKeys = (experiments: readonly Categorized[]): string[] => [
  ...new Set(experiments.flatMap(({ categories }) => categories.map(({ key }) => key))),
]

type CategoryCountsProps = { experiment: Categorized; name: string }

/** Number of answers in each category of a key, such as `polite 30 · rude 12`. */
export function CategoryCounts({ experiment, name }: CategoryCountsProps) {
  const counts = experiment.categories.find(({ key }) => key === name)?.values ?? []
  if (counts.length === 0) return '—'
  const text = counts.map(({ value, count }) => `${value} ${formatExactCount(count)}`).join(' · ')
  return (
    <span className={styles.cell} title={text}>
      {text}
    </span>
  )
}
