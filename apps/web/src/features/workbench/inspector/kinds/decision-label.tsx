import type { NodeOf } from '@lathe/contract'
import { useRef } from 'react'
import { setOrDrop } from '../fields/set-or-drop.ts'
import { TextField } from '../fields/text-field.tsx'
import { isDerivedPort, portOf } from './port-name.ts'

export type Decision = NodeOf<'ask'>['decisions'][number]

type DecisionLabelProps = {
  field: string
  decision: Decision
  /** The ports of the other decisions. */
  others: readonly string[]
  onChange: (decision: Decision) => void
  onRename: (port: string) => void
}

/** What the button says; a port that nobody chose follows once the field is left. */
export function DecisionLabel({ field, decision, others, onChange, onRename }: DecisionLabelProps) {
  const { label, port } = decision
  const isFollowing = useRef(false)
  const settle = () => {
    const wanted = isFollowing.current ? portOf(label ?? '', others) : undefined
    if (wanted !== undefined && wanted !== port) onRename(wanted)
  }
  return (
    <div
      onFocus={() => (isFollowing.current = isDerivedPort(port, label, 'decision'))}
      onBlur={settle}
    >
      <TextField
        field={field}
        label="Button"
        placeholder={port}
        value={label ?? ''}
        onChange={(typed) =>
          onChange(setOrDrop(decision, 'label', typed === '' ? undefined : typed.slice(0, 100)))
        }
      />
    </div>
  )
}
