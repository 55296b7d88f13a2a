import { IconAlertTriangle } from '@tabler/icons-react'
import { type Estimate, exceeds } from '@lathe/graph'
import { useAgentBudget } from './agent-budgets.ts'
import { excessText } from './budget-text.ts'
import styles from './composer.module.css'

/** Where the next run may stop at its budget before it is done. */
export function ExcessLines({ estimate }: { estimate: Estimate }) {
  const { budget } = useAgentBudget()
  const over = exceeds(estimate, budget)
  if (over.length === 0) return null

  return (
    <ul className={styles.excess} aria-label="Over the budget">
      {over.map((excess) => (
        <li key={excess.of}>
          <IconAlertTriangle size={14} aria-hidden />
          {excessText(excess)}
        </li>
      ))}
    </ul>
  )
}
