import { Button, NumberInput, Select } from '@mantine/core'
import type { TrajectoryEvaluator } from '@lathe/contract'
import { IconPlus } from '@tabler/icons-react'
import { useComparison } from '../comparison-context.ts'
import { ExpectedCallFields } from './expected-call-fields.tsx'
import { Lacking } from '../../../ui/lacking.tsx'

type TrajectoryFieldsProps = {
  value: TrajectoryEvaluator
  onChange: (value: TrajectoryEvaluator) => void
}

const ORDERS = [
  { value: 'in-order', label: 'in this order, others may stand between' },
  { value: 'exact', label: 'exactly these, in this order' },
  { value: 'any', label: 'in whatever order' },
] as const

/** Which tools a run has to call, with which arguments, in which order and how often. */
export function TrajectoryFields({ value, onChange }: TrajectoryFieldsProps) {
  const { grid } = useComparison().detail
  const { calls } = value
  const called = [...new Set(grid.flatMap((cell) => cell.calls.map(({ tool }) => tool)))]
  return (
    <>
      {calls.map((call, index) => (
        // Expected calls have no identity but their place.
        <ExpectedCallFields
          key={index}
          number={index + 1}
          value={call}
          called={called}
          onChange={(next) => onChange({ ...value, calls: calls.with(index, next) })}
          onRemove={() => onChange({ ...value, calls: calls.toSpliced(index, 1) })}
        />
      ))}
      <Lacking lack={calls.length >= 100 && 'There are a hundred already: remove one first'}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange({ ...value, calls: [...calls, { tool: called[0] ?? 'tool' }] })}
        >
          Add an expected call
        </Button>
      </Lacking>
      <Select
        label="Called"
        allowDeselect={false}
        data={ORDERS}
        value={value.order}
        onChange={(order) => {
          if (order !== null) onChange({ ...value, order })
        }}
      />
      <NumberInput
        label="At most calls"
        placeholder="No limit"
        min={0}
        allowDecimal={false}
        value={value.atMost ?? ''}
        onChange={(atMost) => {
          const { atMost: _old, ...rest } = value
          onChange(typeof atMost === 'number' ? { ...rest, atMost } : rest)
        }}
      />
    </>
  )
}
