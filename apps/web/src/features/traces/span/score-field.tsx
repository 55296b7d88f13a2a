import type { FeedbackConfig } from '@lathe/contract'
import { Chip, Group, Input, NumberInput } from '@mantine/core'
import { categoryName, describeScale } from '../../../lib/scales.ts'
import type { Typed } from '../../../lib/typed-number.ts'

type ScoreFieldProps = {
  label: string
  /** What a score of this name means, where that is settled. */
  config: FeedbackConfig | undefined
  /** Empty for none. */
  score: Typed
  onChange: (score: Typed) => void
}

/** A number, one of some categories or none of them, or nothing where words are asked for. */
export function ScoreField({ label, config, score, onChange }: ScoreFieldProps) {
  if (config?.type === 'freeform') return null
  if (config?.type === 'categorical')
    return (
      <Input.Wrapper
        label={label}
        size="xs"
        {...(config.isLowerBetter && { description: 'lower is better' })}
      >
        <Chip.Group value={String(score)} onChange={(value) => onChange(Number(value))}>
          <Group gap={4} role="radiogroup" aria-label={label}>
            {config.categories.map((category) => (
              <Chip
                key={category.value}
                size="xs"
                variant="outline"
                value={String(category.value)}
                onClick={() => {
                  if (category.value === score) onChange('')
                }}
              >
                {categoryName(category)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Input.Wrapper>
    )
  return (
    <NumberInput
      label={label}
      size="xs"
      value={score}
      onChange={onChange}
      {...(config && { description: describeScale(config) })}
    />
  )
}
