import { Button } from '@mantine/core'
import type { Cell } from '@lathe/contract'
import { Keys } from '../../../ui/keys.tsx'
import styles from '../comparison.module.css'
import { useRate } from '../grid/use-rate.ts'
import { describeError } from '../../../lib/describe-error.ts'

/** What the keys y, n and u do in the grid, for a pointer. */
export function RateButtons({ cell }: { cell: Cell }) {
  const { check, rate, error } = useRate()
  if (!check || check.evaluator.kind !== 'human' || cell.status !== 'success') return null
  const { question } = check.evaluator
  const status = cell.evaluations[check.key]?.status
  const button = (label: string, passes: boolean, isOn: boolean) => (
    <Button
      size="xs"
      variant={isOn ? 'filled' : 'default'}
      aria-pressed={isOn}
      rightSection={<Keys keys={passes ? 'y' : 'n'} />}
      onClick={() => rate([cell], isOn ? null : passes)}
    >
      {label}
    </Button>
  )
  return (
    <div className={styles.headLine}>
      <span>{question === '' ? check.name : question}</span>
      {button('Yes', true, status === 'passed')}
      {button('No', false, status === 'failed')}
      {error && <span className={styles.failed}>{describeError(error).message}</span>}
    </div>
  )
}
