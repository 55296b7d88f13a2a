import { ActionIcon, NumberInput, Popover, Stack, Switch } from '@mantine/core'
import { IconAdjustments } from '@tabler/icons-react'
import { useEdit, useWholePlan } from '../comparison-context.ts'
import { BudgetFields } from './budget-fields.tsx'
import type { Unpriced } from './run-estimate.ts'

const ASKING = ['judge', 'pairwise', 'similarity']

/** Repeats, cells at once, budget and reuse. */
export function RunSettings({ unpriced }: { unpriced: Unpriced }) {
  return (
    <Popover position="bottom-end" shadow="md" withinPortal trapFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={28} aria-label="How it runs">
          <IconAdjustments size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Fields unpriced={unpriced} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Fields({ unpriced }: { unpriced: Unpriced }) {
  const plan = useWholePlan()
  const { repeats, concurrency, budget, judgeBudget, checks, reuse, cases, sameTape } = plan
  const edit = useEdit()
  const hasJudges = checks.some(({ evaluator: { kind } }) => ASKING.includes(kind))
  return (
    <Stack gap="sm" w={280}>
      <NumberInput
        label="Repeats of each case"
        description="Repeats of the baseline show how much it differs from itself."
        min={1}
        max={20}
        clampBehavior="strict"
        allowDecimal={false}
        value={repeats}
        onChange={(value) => {
          if (typeof value === 'number') edit((plan) => ({ ...plan, repeats: value }))
        }}
      />
      <NumberInput
        label="Cells at once"
        min={1}
        max={64}
        clampBehavior="strict"
        allowDecimal={false}
        value={concurrency}
        onChange={(value) => {
          if (typeof value === 'number') edit((plan) => ({ ...plan, concurrency: value }))
        }}
      />
      <BudgetFields
        value={budget}
        unpriced={unpriced.cells}
        onChange={(next) => edit((plan) => ({ ...plan, budget: next }))}
      />
      {hasJudges && (
        <BudgetFields
          of="judges"
          value={judgeBudget}
          unpriced={unpriced.judges}
          onChange={(next) => edit((plan) => ({ ...plan, judgeBudget: next }))}
        />
      )}
      {cases.some(({ traceId }) => traceId !== undefined) && (
        <Switch
          label="Same tape"
          description="Cases lifted from runs of the agent play what was recorded: only what a variant changed runs live, and nothing is written again."
          checked={sameTape}
          onChange={({ currentTarget: { checked } }) =>
            edit((plan) => ({ ...plan, sameTape: checked }))
          }
        />
      )}
      {plan.variants.some(({ base }) => base.type === 'prompt') && (
        <Switch
          label="Batch mode"
          description="Bare prompts go through their provider's batch endpoint: half the price, done within a day. A budget is looked at before a batch is sent, not within it."
          checked={plan.batch}
          onChange={({ currentTarget: { checked } }) => edit((now) => ({ ...now, batch: checked }))}
        />
      )}
      <Switch
        label="Take answers there are already"
        description="A cell that ran anywhere on the same graph and input is not paid for again, unless you run it again."
        checked={reuse}
        onChange={({ currentTarget: { checked } }) => edit((plan) => ({ ...plan, reuse: checked }))}
      />
    </Stack>
  )
}
