import { Button, NumberInput, Popover } from '@mantine/core'
import { IconGauge } from '@tabler/icons-react'
import type { Limits } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { formatSetDuration } from '../../../../lib/format.ts'
import { useAgentBudget, budgetText } from './budget.ts'
import styles from './composer.module.css'
import { type LimitName, LIMITS, raisedBudget, shownBudget } from './run-limits.ts'

/** What the next runs may take: set beside the button that starts them. */
export function BudgetButton() {
  const { budget } = useAgentBudget()
  return (
    <Popover position="top-end" shadow="md" withinPortal trapFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          px="xs"
          aria-label="Budget of a run"
          title="What a run may take before it stops at a checkpoint"
          leftSection={<IconGauge size={14} />}
        >
          {budgetText(budget) ?? 'Budget'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <BudgetFields />
      </Popover.Dropdown>
    </Popover>
  )
}

function BudgetFields() {
  const { budget, setBudget } = useAgentBudget()
  const { data: serverInfo } = useQuery(api.system.about.queryOptions())
  // A number half typed, `0.`, is no budget yet and still has to stand there.
  const [fields, setFields] = useState(() => shownBudget(budget))
  const change = (name: LimitName, value: number | string) => {
    setFields({ ...fields, [name]: value })
    setBudget(raisedBudget(budget, { [name]: value }))
  }

  return (
    <div className={styles.budget} role="group" aria-label="Budget of a run">
      {(Object.keys(LIMITS) as LimitName[]).map((name) => (
        <NumberInput
          key={name}
          label={LIMITS[name].label}
          placeholder={limitPlaceholder(name, serverInfo?.limits)}
          min={0}
          allowNegative={false}
          thousandSeparator=" "
          value={fields[name] ?? ''}
          onChange={(value) => change(name, value)}
        />
      ))}
      <p className={styles.note}>
        A run that reaches one of these stops at a checkpoint, and can go on from there. The calls
        that take it over are finished first.
      </p>
    </div>
  )
}

function limitPlaceholder(name: LimitName, limits: Limits | undefined): string {
  if (name === 'steps' && limits) return `${limits.runSteps}, as the server is set`
  if (name === 'wallClockMs' && limits)
    return `${formatSetDuration(limits.runTimeoutMs)}, as the server is set`
  return 'no limit'
}
