import { NumberInput, Select, TagsInput } from '@mantine/core'
import type { TrajectoryEvaluator } from '@lathe/contract'

type TrajectoryFieldsProps = {
  value: TrajectoryEvaluator
  onChange: (value: TrajectoryEvaluator) => void
}

const ORDERS = [
  { value: 'in-order', label: 'in this order, others may stand between' },
  { value: 'exact', label: 'exactly these, in this order' },
  { value: 'any', label: 'in whatever order' },
] as const

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/

/** Which tools a run has to call. Arguments a check got over the API stay with its calls. */
export function TrajectoryFields({ value, onChange }: TrajectoryFieldsProps) {
  return (
    <>
      <TagsInput
        label="Tools"
        description="Names in the order they should be called; Enter adds one."
        allowDuplicates
        value={value.calls.map(({ tool }) => tool)}
        onChange={(names) =>
          onChange({
            ...value,
            calls: names
              .filter((name) => TOOL_NAME.test(name))
              .map((tool, index) => {
                const was = value.calls[index]
                return was?.tool === tool ? was : { tool }
              }),
          })
        }
      />
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
