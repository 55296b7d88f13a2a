import { Button, NumberInput, Popover, Stack, Switch } from '@mantine/core'
import type { ComparisonPlan } from '@lathe/contract'
import { IconAdjustments } from '@tabler/icons-react'
import { unpricedText } from '@lathe/graph'
import { plural } from '../../../lib/format/format.ts'
import { useEdit, useFullPlan } from '../comparison-context.ts'
import type { Unpriced } from './run-estimate.ts'
import { NumberEntry } from '../../../ui/fields/number-entry.tsx'

const icon = <IconAdjustments size={16} />

const ASKING = ['judge', 'pairwise', 'similarity']

/** Settings of the run: repeats, concurrency, budgets and reuse. */
export function RunSettings({ unpriced }: { unpriced: Unpriced }) {
  const changedSettings = describeSettings(useFullPlan())
  return (
    <Popover position="bottom-end" shadow="md" withinPortal trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          {...(changedSettings.length === 0 && { px: 'xs' })}
          leftSection={changedSettings.length > 0 && icon}
          aria-label={['Settings', ...changedSettings].join(', ')}
          title="Settings"
        >
          {changedSettings.length > 0 ? changedSettings.join(' · ') : icon}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Fields unpriced={unpriced} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** The settings that differ from the defaults. */
export function describeSettings(plan: ComparisonPlan): string[] {
  const { repeats, budget, judgeBudget, cases, variants, sameRecording, batch, reuse } = plan
  const isLimited = [budget, judgeBudget].some((limits) => Object.keys(limits).length > 0)
  return [
    ...(repeats > 1 ? [plural(repeats, 'repeat')] : []),
    ...(isLimited ? ['budget'] : []),
    ...(sameRecording && cases.some(({ traceId }) => traceId !== undefined) ? ['recordings'] : []),
    ...(batch && variants.some(({ base }) => base.type === 'prompt') ? ['batch'] : []),
    ...(plan.errors === 'exclude' ? ['errors excluded'] : []),
    ...(reuse ? [] : ['no reuse']),
  ]
}

function Fields({ unpriced }: { unpriced: Unpriced }) {
  const plan = useFullPlan()
  const { repeats, concurrency, budget, judgeBudget, evaluators, reuse, cases, sameRecording } =
    plan
  const edit = useEdit()
  const hasJudges = evaluators.some(({ evaluator: { kind } }) => ASKING.includes(kind))
  return (
    <Stack gap="sm" w={280}>
      <NumberInput
        label="Repeats per case"
        description="Repeats of the baseline measure its own noise."
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
        label="Concurrency"
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
          label="Replay recordings"
          description="Cases created from agent runs replay their recordings. Only what a variant changed runs live. Side effects are suppressed."
          checked={sameRecording}
          onChange={({ currentTarget: { checked } }) =>
            edit((plan) => ({ ...plan, sameRecording: checked }))
          }
        />
      )}
      {plan.variants.some(({ base }) => base.type === 'prompt') && (
        <Switch
          label="Batch mode"
          description="Sends prompt variants through the provider's batch API: half the price, done within a day. Budgets are checked before a batch is sent."
          checked={plan.batch}
          onChange={({ currentTarget: { checked } }) => edit((now) => ({ ...now, batch: checked }))}
        />
      )}
      {evaluators.length > 0 && (
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
        label="Reuse existing results"
        description="Cells with the same graph and input are not run again, unless you rerun them."
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
  /** Models without a known price. */
  unpriced: readonly string[]
  onChange: (value: Budget) => void
}

const NANOS = 1e9

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Limits what a run spends. Running cells finish when a budget is exhausted. */
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
        label={`Token budget${suffix}`}
        description="When it is exhausted, no new cells start. Running ones finish and can exceed it. Replaced results do not count."
        placeholder="No limit"
        min={1}
        allowDecimal={false}
        thousandSeparator=" "
        value={tokens ?? ''}
        onChange={(next) => set('tokens', next)}
      />
      <NumberEntry
        label={`Cost budget${suffix}`}
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
