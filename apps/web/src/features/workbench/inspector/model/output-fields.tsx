import type { ModelOutput } from '@lathe/contract'
import { ChannelField } from '../fields/channel-field.tsx'
import { setOrDrop } from '../fields/set-or-drop.ts'
import styles from '../inspector.module.css'

type OutputFieldsProps = {
  value: ModelOutput | undefined
  /** Answered in fields, the message goes nowhere unless asked for. */
  hasAnswer: boolean
  onChange: (value: ModelOutput | undefined, field: string) => void
}

/** Where the model's words go. */
export function OutputFields({ value = {}, hasAnswer, onChange }: OutputFieldsProps) {
  const set = <K extends keyof ModelOutput>(key: K, name: ModelOutput[K] | undefined) => {
    const next = setOrDrop(value, key, name)
    onChange(Object.keys(next).length > 0 ? next : undefined, `output.${key}`)
  }
  const isDefault = value.text === undefined && value.message === undefined && !hasAnswer

  return (
    <>
      <div className={styles.pair}>
        <ChannelField
          field="output.text"
          label="Text goes to"
          placeholder="Nowhere"
          value={value.text}
          onChange={(name) => set('text', name)}
        />
        <ChannelField
          field="output.message"
          label="Message goes to"
          placeholder={isDefault ? 'messages' : 'Nowhere'}
          value={value.message}
          onChange={(name) => set('message', name)}
        />
      </div>
      {isDefault && (
        <p className={styles.hint}>The whole message is added to the channel messages.</p>
      )}
    </>
  )
}
