import { IconAlertTriangle } from '@tabler/icons-react'
import { type Estimate, exceeds, unpricedText } from '@lathe/graph'
import { useAgentBudget } from './agent-budgets.ts'
import { excessText } from './budget-text.ts'
import styles from './composer.module.css'

/** Where the next run may stop at its budget before it is done. */
export function ExcessLines({ estimate }: { estimate: Estimate }) {
  const { budget } = useAgentBudget()
  const over = exceeds(estimate, budget)
  const isUnpriced = budget.costNanos !== undefined && estimate.unpriced.length > 0
  if (over.length === 0 && !isUnpriced) return null

  return (
    <ul className={styles.excess} aria-label="Over the budget">
      {isUnpriced && (
        <li>
          <IconAlertTriangle size={14} aria-hidden />
          No run starts with a limit of its cost: {unpricedText(estimate.unpriced)}.
        </li>
      )}
      {over.map((excess) => (
        <li key={excess.of}>
          <IconAlertTriangle size={14} aria-hidden />
          {excessText(excess)}
        </li>
      ))}
    </ul>
  )
}
