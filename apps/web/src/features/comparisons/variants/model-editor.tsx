import { Select } from '@mantine/core'
import type { ModelSettings } from '@lathe/contract'
import { MODEL_APIS } from '../../../lib/model-apis.ts'
import { NumberEntry } from '../../../ui/number-entry.tsx'
import shared from '../comparison.module.css'
import styles from './variants.module.css'
import { ModelName } from './model-name.tsx'

type ModelEditorProps = { value: ModelSettings; onChange: (value: ModelSettings) => void }

const PARAMETERS = [
  { key: 'temperature', label: 'Temperature', min: 0, max: 2, step: 0.1, isWhole: false },
  { key: 'maxTokens', label: 'Most output tokens', min: 1, max: 1e9, step: 100, isWhole: true },
  { key: 'topP', label: 'Top p', min: 0, max: 1, step: 0.05, isWhole: false },
  { key: 'seed', label: 'Seed', min: -1e15, max: 1e15, step: 1, isWhole: true },
] as const

const EFFORTS = ['minimal', 'low', 'medium', 'high'] as const

/** Connection, model and parameters; what is left empty is the provider's own. */
export function ModelEditor({ value, onChange }: ModelEditorProps) {
  const set = <K extends keyof ModelSettings>(key: K, next: ModelSettings[K] | undefined) => {
    const { [key]: _old, ...rest } = value
    onChange((next === undefined ? rest : { ...rest, [key]: next }) as ModelSettings)
  }

  const written = PARAMETERS.filter(({ key }) => value[key] !== undefined)
  const own = [...written, ...(value.reasoningEffort === undefined ? [] : [{ label: 'Reasoning' }])]

  return (
    <>
      <div className={shared.pair}>
        <ModelName value={value} onChange={(next) => onChange({ ...value, ...next })} />
      </div>
      <details className={styles.node}>
        <summary>
          Parameters{' '}
          <span className={shared.muted}>
            {own.length === 0 ? 'the provider’s own' : own.map(({ label }) => label).join(', ')}
          </span>
        </summary>
        <div className={shared.pair}>
          {PARAMETERS.map(({ key, label, min, max, step, isWhole }) => (
            <NumberEntry
              key={key}
              label={label}
              placeholder="Provider’s own"
              min={min}
              max={max}
              step={step}
              clampBehavior="strict"
              allowDecimal={!isWhole}
              value={value[key]}
              onChange={(next) => set(key, next)}
            />
          ))}
          <Select
            label="API"
            placeholder="Chat completions"
            clearable
            data={MODEL_APIS}
            value={value.api ?? null}
            onChange={(api) => set('api', api ?? undefined)}
          />
          <Select
            label="Reasoning effort"
            placeholder="Provider’s own"
            clearable
            data={EFFORTS}
            value={value.reasoningEffort ?? null}
            onChange={(effort) => set('reasoningEffort', effort ?? undefined)}
          />
        </div>
      </details>
    </>
  )
}
