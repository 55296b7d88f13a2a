import type { Experiment } from '@lathe/contract'
import { Select } from '@mantine/core'
import { type AnswerRow, keyOf } from './answer-rows.ts'

type ChosenFilterProps = {
  experiments: readonly Experiment[]
  /** All of them, to tell how many each choice leaves. */
  rows: readonly AnswerRow[]
  chosen: string | undefined
  onChange: (chosen: string | undefined) => void
}

/** Which side the judges of pairs chose. */
export function ChosenFilter({ experiments, rows, chosen, onChange }: ChosenFilterProps) {
  const counts = Map.groupBy(rows, ({ choice }) => choice && keyOf(choice))
  const options = [
    ...experiments.map(({ id, name }) => ({ value: id, label: `${name} preferred` })),
    { value: 'tie', label: 'Tie' },
    { value: 'none', label: 'No verdict' },
  ]
  return (
    <Select
      aria-label="Which side was preferred"
      placeholder="Whichever is preferred"
      clearable
      w={230}
      data={options.map(({ value, label }) => ({
        value,
        label: `${label} (${counts.get(value)?.length ?? 0})`,
      }))}
      value={options.some(({ value }) => value === chosen) ? (chosen ?? null) : null}
      onChange={(value) => onChange(value ?? undefined)}
    />
  )
}
