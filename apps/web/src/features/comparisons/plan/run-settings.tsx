import { Button, NumberInput, Popover, Stack, Switch } from '@mantine/core'
import type { ComparisonPlan } from '@lathe/contract'
import { IconAdjustments } from '@tabler/icons-react'
import { unpricedText } from '@lathe/graph'
import { plural } from '../../../lib/format.ts'
import { useEdit, useWholePlan } from '../comparison-context.ts'
import type { Unpriced } from './run-estimate.ts'
import { NumberEntry } from '../../../ui/number-entry.tsx'

const icon = <IconAdjustments size={16} />

const ASKING = ['judge', 'pairwise', 'similarity']

/** Repeats, cells at once, budget and reuse. */
export function RunSettings({ unpriced }: { unpriced: Unpriced }) {
  const told = settingsTold(useWholePlan())
  return (
    <Popover position="bottom-end" shadow="md" withinPortal trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          {...(told.length === 0 && { px: 'xs' })}
          leftSection={told.length > 0 && icon}
          aria-label={['How it runs', ...told].join(', ')}
          title="How it runs"
        >
          {told.length > 0 ? told.join(' · ') : icon}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Fields unpriced={unpriced} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** What of it is not as it is at first. */
export function settingsTold(plan: ComparisonPlan): string[] {
  const { repeats, budget, judgeBudget, cases, variants, sameTape, batch, reuse } = plan
  const isLimited = [budget, judgeBudget].some((one) => Object.keys(one).length > 0)
  return [
    ...(repeats > 1 ? [plural(repeats, 'repeat')] : []),
    ...(isLimited ? ['budget'] : []),
    ...(sameTape && cases.some(({ traceId }) => traceId !== undefined) ? ['same tape'] : []),
    ...(batch && variants.some(({ base }) => base.type === 'prompt') ? ['batch'] : []),
    ...(plan.errors === 'exclude' ? ['errors excluded'] : []),
    ...(reuse ? [] : ['all anew']),
  ]
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
      {checks.length > 0 && (
        <Switch
          label="Exclude errored runs"
          description="Otherwise an errored run counts as a failed case. A variant that completes less often is never called better."
          checked={plan.errors === 'exclude'}
          onChange={({ currentTarget: { checked } }) =>
            edit((now) => ({ ...now, errors: checked ? 'exclude' : 'fail' }))
          }
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

type Budget = ComparisonPlan['budget']

type BudgetFieldsProps = {
  of?: string
  value: Budget
  /** Models whose price nobody knows. */
  unpriced: readonly string[]
  onChange: (value: Budget) => void
}

const NANOS = 1e9

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** What is used up at most; nothing more is started then. */
function BudgetFields({ of, value, unpriced, onChange }: BudgetFieldsProps) {
  const suffix = of === undefined ? '' : ` of ${of}`
  const { tokens, costNanos } = value
  const set = (field: keyof Budget, number: number | string | undefined) => {
    const { [field]: _old, ...rest } = value
    onChange(typeof number === 'number' && number > 0 ? { ...rest, [field]: number } : rest)
  }
  return (
    <>
      <NumberInput
        label={`At most tokens${suffix}`}
        description="When it is used up nothing more starts. What is in flight is finished, and may go over it. An answer that is asked for again counts no more."
        placeholder="No limit"
        min={1}
        allowDecimal={false}
        thousandSeparator=" "
        value={tokens ?? ''}
        onChange={(next) => set('tokens', next)}
      />
      <NumberEntry
        label={`At most cost${suffix}`}
        error={costNanos !== undefined && unpriced.length > 0 && capital(unpricedText(unpriced))}
        placeholder="No limit"
        min={0}
        prefix="$"
        decimalScale={6}
        value={costNanos === undefined ? undefined : costNanos / NANOS}
        onChange={(next) => set('costNanos', next && Math.round(next * NANOS))}
      />
    </>
  )
}
