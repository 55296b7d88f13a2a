import { NumberInput } from '@mantine/core'
import type { ComparisonPlan } from '@lathe/contract'
import { unpricedText } from '@lathe/graph'
import { NumberEntry } from '../../../ui/number-entry.tsx'

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
export function BudgetFields({ of, value, unpriced, onChange }: BudgetFieldsProps) {
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
