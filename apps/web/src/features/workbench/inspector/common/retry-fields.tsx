import type { GraphNode } from '@lathe/contract'
import { Switch } from '@mantine/core'
import { DurationField } from '../fields/duration-field.tsx'
import { NumberField } from '../fields/number-field.tsx'
import styles from '../inspector.module.css'

type Retry = GraphNode['retry']

type RetryFieldsProps = {
  value: Retry
  onChange: (value: Retry, field?: string) => void
}

const FIRST = { attempts: 3, initialMs: 500, factor: 2, maxMs: 128_000 }

/** How often a failing node is tried, and how long it waits in between. */
export function RetryFields({ value: retry, onChange }: RetryFieldsProps) {
  const set = (key: keyof typeof FIRST, value: number | undefined) =>
    onChange({ ...FIRST, ...retry, [key]: value ?? FIRST[key] }, `retry.${key}`)

  return (
    <>
      <Switch
        label="Try again when it fails"
        checked={retry !== undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? FIRST : undefined)}
      />
      {retry && (
        <>
          <div className={styles.pair}>
            <NumberField
              field="retry.attempts"
              label="Tries in all"
              limits={{ min: 2, max: 10 }}
              value={retry.attempts}
              onChange={(value) => set('attempts', value)}
            />
            <NumberField
              field="retry.factor"
              label="Wait grows by"
              limits={{ min: 1, max: 10, step: 0.5, isWhole: false }}
              value={retry.factor}
              onChange={(value) => set('factor', value)}
            />
          </div>
          <DurationField
            field="retry.initialMs"
            label="First wait"
            value={retry.initialMs}
            onChange={(value) => set('initialMs', value ?? 0)}
          />
          <DurationField
            field="retry.maxMs"
            label="Longest wait"
            value={retry.maxMs}
            onChange={(value) => set('maxMs', value)}
          />
        </>
      )}
    </>
  )
}
