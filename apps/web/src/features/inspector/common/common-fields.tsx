import { Switch } from '@mantine/core'
import type { Effect } from '@lathe/contract'
import { ChoiceField } from '../fields/choice-field.tsx'
import { DurationField } from '../fields/duration-field.tsx'
import { setOrDrop } from '../fields/set-or-drop.ts'
import type { KindEditorProps } from '../kind-editor.tsx'
import { Section } from '../section.tsx'
import { CacheFields } from './cache-fields.tsx'
import { ErrorWay } from './error-way.tsx'
import { RetryFields } from './retry-fields.tsx'

const EFFECTS: { value: Effect; label: string }[] = [
  { value: 'pure', label: 'Computes only' },
  { value: 'read', label: 'Reads the world' },
  { value: 'write', label: 'Changes the world' },
]

/** What any node may have: another try, a limit, a cache, a way out of an error. */
export function CommonFields({ id, node, onChange }: KindEditorProps) {
  const set = [
    node.retry && `${node.retry.attempts} tries`,
    node.timeoutMs !== undefined && 'time limit',
    node.cache && 'cached',
    node.defer && 'waits',
  ].filter(Boolean)

  return (
    <Section title="When it runs" isFolded note={set.join(', ')}>
      <ErrorWay id={id} />
      <RetryFields node={node} onChange={onChange} />
      <DurationField
        field="timeoutMs"
        label="Time limit"
        placeholder="None"
        value={node.timeoutMs}
        onChange={(timeoutMs) => onChange(setOrDrop(node, 'timeoutMs', timeoutMs), 'timeoutMs')}
      />
      <CacheFields node={node} onChange={onChange} />
      <Switch
        label="Wait for all parallel branches"
        checked={node.defer ?? false}
        onChange={({ currentTarget }) =>
          onChange(setOrDrop(node, 'defer', currentTarget.checked || undefined), 'defer')
        }
      />
      <ChoiceField
        field="effect"
        label="Effect"
        description="What a second execution would do to the world."
        placeholder="As its tools"
        isClearable
        options={EFFECTS}
        value={node.effect}
        onChange={(effect) => onChange(setOrDrop(node, 'effect', effect), 'effect')}
      />
    </Section>
  )
}
