import { Button, NumberInput, Popover } from '@mantine/core'
import { IconGauge } from '@tabler/icons-react'
import type { Limits } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../../lib/api/api.ts'
import { formatConfiguredDuration } from '../../../../lib/format/format.ts'
import {
  useAgentBudget,
  budgetText,
  type LimitName,
  LIMITS,
  raisedBudget,
  toFormLimits,
} from './budget.ts'
import styles from './composer.module.css'

/** Edits the budget of runs started here. */
export function BudgetButton() {
  const { budget } = useAgentBudget()
  return (
    <Popover position="top-end" shadow="md" withinPortal trapFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          px="xs"
          aria-label="Run budget"
          title="Limits after which a run stops at a checkpoint"
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
  // Keeps text that is not a number yet, such as `0.`.
  const [fields, setFields] = useState(() => toFormLimits(budget))
  const change = (name: LimitName, value: number | string) => {
    setFields({ ...fields, [name]: value })
    setBudget(raisedBudget(budget, { [name]: value }))
  }

  return (
    <div className={styles.budget} role="group" aria-label="Run budget">
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
        A run that reaches a limit stops at a checkpoint and can be continued. Calls in progress are
        completed.
      </p>
    </div>
  )
}

function limitPlaceholder(name: LimitName, limits: Limits | undefined): string {
  if (name === 'steps' && limits) return `${limits.runSteps} (server default)`
  if (name === 'wallClockMs' && limits)
    return `${formatConfiguredDuration(limits.runTimeoutMs)} (server default)`
  return 'no limit'
}
