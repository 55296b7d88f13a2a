import { ActionIcon, NumberInput, Popover, Stack, Switch } from '@mantine/core'
import { IconAdjustments } from '@tabler/icons-react'
import { useEdit, useWholePlan } from '../comparison-context.ts'

const ASKING = ['judge', 'pairwise', 'similarity']

/** Repeats, cells at once, budget and reuse. */
export function RunSettings() {
  return (
    <Popover position="bottom-end" shadow="md" withinPortal trapFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={28} aria-label="How it runs">
          <IconAdjustments size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Fields />
      </Popover.Dropdown>
    </Popover>
  )
}

function Fields() {
  const { repeats, concurrency, budget, judgeBudget, checks, reuse } = useWholePlan()
  const edit = useEdit()
  const limit = (field: 'tokens' | 'costNanos', value: number | undefined) =>
    edit((plan) => {
      const { [field]: _old, ...rest } = plan.budget
      return { ...plan, budget: value === undefined ? rest : { ...rest, [field]: value } }
    })
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
      <NumberInput
        label="At most tokens"
        placeholder="No limit"
        min={1}
        allowDecimal={false}
        thousandSeparator=" "
        value={budget.tokens ?? ''}
        onChange={(value) => limit('tokens', typeof value === 'number' ? value : undefined)}
      />
      <NumberInput
        label="At most cost"
        placeholder="No limit"
        min={0}
        prefix="$"
        decimalScale={6}
        value={budget.costNanos === undefined ? '' : budget.costNanos / 1e9}
        onChange={(value) =>
          limit(
            'costNanos',
            typeof value === 'number' && value > 0 ? Math.round(value * 1e9) : undefined,
          )
        }
      />
      {checks.some(({ evaluator: { kind } }) => ASKING.includes(kind)) && (
        <NumberInput
          label="At most tokens of judges"
          placeholder="No limit"
          min={1}
          allowDecimal={false}
          thousandSeparator=" "
          value={judgeBudget.tokens ?? ''}
          onChange={(value) =>
            edit((plan) => ({
              ...plan,
              judgeBudget: typeof value === 'number' ? { tokens: value } : {},
            }))
          }
        />
      )}
      <Switch
        label="Take answers there are already"
        description="A cell that ran anywhere on the same graph and input is not paid for again."
        checked={reuse}
        onChange={({ currentTarget: { checked } }) => edit((plan) => ({ ...plan, reuse: checked }))}
      />
    </Stack>
  )
}
