import { SegmentedControl } from '@mantine/core'
import { useMemo } from 'react'
import { FieldChangeView } from '../../../ui/json/field-change.tsx'
import { JsonView } from '../../../ui/json/json-view.tsx'
import { jsonChanges } from '../../../lib/format/json-changes.ts'
import styles from './report.module.css'
import type { SideNames } from './same-mark.tsx'

export type Showing = 'changes' | 'sides'

type ChangesProps = {
  /** The label of the compared values, e.g. "Request". */
  label: string
  /** Undefined if only the other side has a value. */
  tape: unknown
  replay: unknown
  names: SideNames
  showing: Showing
  /** Shown if the values differ only in ways that the diff does not show. */
  unseen?: string | false
}

/** Shows two values as a diff or side by side. */
export function Changes(props: ChangesProps) {
  const { label, tape, replay, names, showing, unseen } = props
  const changes = useMemo(() => jsonChanges(tape, replay), [tape, replay])
  const isAlone = tape === undefined || replay === undefined
  if (showing === 'sides' && !isAlone) {
    return (
      <div className={styles.sides}>
        <Side name={names.tape} label={label} value={tape} />
        <Side name={names.replay} label={label} value={replay} />
      </div>
    )
  }
  if (isAlone) {
    const name = tape === undefined ? names.replay : names.tape
    return <Side name={`only in ${name}`} label={label} value={tape ?? replay} />
  }
  if (changes.length === 0) {
    return (
      <>
        {unseen && <p className={styles.alike}>{unseen}</p>}
        <JsonView label={label} value={replay} />
      </>
    )
  }
  return (
    <div>
      {changes.map((field, index) => (
        // Two fields can share a path when a list item is replaced.
        <FieldChangeView key={`${index} ${field.path}`} field={field} />
      ))}
    </div>
  )
}

function Side({ name, label, value }: { name: string; label: string; value: unknown }) {
  return (
    <section className={styles.side} aria-label={`${label}, ${name}`}>
      <h4>{name}</h4>
      <JsonView label={`${label} of ${name}`} value={value} />
    </section>
  )
}

type ShowingSwitchProps = { value: Showing; onChange: (value: Showing) => void }

export function ShowingSwitch({ value, onChange }: ShowingSwitchProps) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Show"
      data={[
        { value: 'changes', label: 'Changes' },
        { value: 'sides', label: 'Side by side' },
      ]}
      value={value}
      onChange={(next) => onChange(next === 'sides' ? 'sides' : 'changes')}
    />
  )
}
