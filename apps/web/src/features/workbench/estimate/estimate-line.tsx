import type { RunBudget } from '@lathe/contract'
import type { Estimate } from '@lathe/graph'
import { Popover, UnstyledButton } from '@mantine/core'
import { EstimateBreakdown } from './estimate-breakdown.tsx'
import styles from './estimate.module.css'
import { estimateText } from './estimate-text.ts'

type EstimateLineProps = {
  estimate: Estimate
  budget: RunBudget
}

/** What a run may take, in a line; a press breaks it down. */
export function EstimateLine({ estimate, budget }: EstimateLineProps) {
  const text = estimateText(estimate)
  if (text === null) return null

  return (
    <Popover position="top-start" shadow="md" withinPortal trapFocus>
      <Popover.Target>
        <UnstyledButton className={styles.line} aria-label={`Estimate: ${text}`}>
          {text}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown}>
        <EstimateBreakdown estimate={estimate} budget={budget} />
      </Popover.Dropdown>
    </Popover>
  )
}
