import { Switch } from '@mantine/core'
import { DurationField } from '../fields/duration-field.tsx'
import { NumberField } from '../fields/number-field.tsx'
import { setOrDrop } from '../fields/set-or-drop.ts'
import styles from '../inspector.module.css'
import type { KindEditorProps } from '../kind-editor.tsx'

const FIRST = { attempts: 3, initialMs: 500, factor: 2, maxMs: 128_000 }

/** How often a failing node is tried, and how long it waits in between. */
export function RetryFields({ node, onChange }: Omit<KindEditorProps, 'id'>) {
  const { retry } = node
  const set = (key: keyof typeof FIRST, value: number | undefined) =>
    onChange({ ...node, retry: { ...FIRST, ...retry, [key]: value ?? FIRST[key] } }, `retry.${key}`)

  return (
    <>
      <Switch
        label="Try again when it fails"
        checked={retry !== undefined}
        onChange={({ currentTarget }) =>
          onChange(setOrDrop(node, 'retry', currentTarget.checked ? FIRST : undefined), 'retry')
        }
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
