import { SegmentedControl } from '@mantine/core'
import { useMemo } from 'react'
import { FieldChangeView } from '../../../ui/json/field-change.tsx'
import { JsonView } from '../../../ui/json/json-view.tsx'
import { jsonChanges } from '../../../lib/format/json-changes.ts'
import styles from './report.module.css'
import type { SideNames } from './sameness-icon.tsx'

export type ChangesMode = 'changes' | 'sides'

type ChangesDiffProps = {
  /** The label of the compared values, e.g. "Request". */
  label: string
  /** Undefined if only the other side has a value. */
  recording: unknown
  replay: unknown
  names: SideNames
  mode: ChangesMode
  /** Shown if the values differ only in ways that the diff does not show. */
  hiddenNote?: string | false
}

/** Shows two values as a diff or side by side. */
export function ChangesDiff(props: ChangesDiffProps) {
  const { label, recording, replay, names, mode, hiddenNote } = props
  const changes = useMemo(() => jsonChanges(recording, replay), [recording, replay])
  const hasOneSide = recording === undefined || replay === undefined
  if (mode === 'sides' && !hasOneSide) {
    return (
      <div className={styles.sides}>
        <SideValue name={names.recording} label={label} value={recording} />
        <SideValue name={names.replay} label={label} value={replay} />
      </div>
    )
  }
  if (hasOneSide) {
    const name = recording === undefined ? names.replay : names.recording
    return <SideValue name={`only in ${name}`} label={label} value={recording ?? replay} />
  }
  if (changes.length === 0) {
    return (
      <>
        {hiddenNote && <p className={styles.alike}>{hiddenNote}</p>}
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

function SideValue({ name, label, value }: { name: string; label: string; value: unknown }) {
  return (
    <section className={styles.side} aria-label={`${label}, ${name}`}>
      <h4>{name}</h4>
      <JsonView label={`${label} of ${name}`} value={value} />
    </section>
  )
}

type ChangesModeSwitchProps = { value: ChangesMode; onChange: (value: ChangesMode) => void }

export function ChangesModeSwitch({ value, onChange }: ChangesModeSwitchProps) {
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
