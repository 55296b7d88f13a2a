import type { Json, JsonObject } from '@lathe/contract'
import { Button } from '@mantine/core'
import { IconGitBranch } from '@tabler/icons-react'
import { useState } from 'react'
import { CodeEditor } from '../../ui/code/code-editor.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import styles from './state-form.module.css'
import { parseJson } from '../../lib/values/parse-json.ts'

type StateFormProps = {
  values: JsonObject
  error: Error | null
  isStarting: boolean
  /** Called with only the changed channels. */
  onRun: (changes: JsonObject) => void
  onClose: () => void
}

/** Edits a state as JSON before the graph continues from it. */
export function StateForm({ values, error, isStarting, onRun, onClose }: StateFormProps) {
  const [text, setText] = useState(() => JSON.stringify(values, null, 2))
  const parsed = parseStateChanges(values, text)
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if ('changes' in parsed) onRun(parsed.changes)
      }}
    >
      {error && <ErrorPanel action="start the run" error={error} />}
      <CodeEditor label="State" language="json" value={text} onChange={setText} />
      <p className={styles.note} role="status">
        {'problem' in parsed ? parsed.problem : describeChanges(parsed.changes)}
      </p>
      <div className={styles.actions}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          leftSection={<IconGitBranch size={14} />}
          disabled={'problem' in parsed}
          loading={isStarting}
        >
          Run from here
        </Button>
      </div>
    </form>
  )
}

const describeChanges = (changes: JsonObject): string => {
  const names = Object.keys(changes)
  return names.length === 0 ? 'No changes yet.' : `Changed: ${names.join(', ')}`
}

/** Returns the channels whose value differs. A removed value becomes null. */
export function parseStateChanges(
  values: JsonObject,
  text: string,
): { changes: JsonObject } | { problem: string } {
  const parsed = parseJson(text)
  if ('problem' in parsed) return parsed
  const { value } = parsed
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problem: 'The state must be an object with a value for each channel' }
  }
  const edited: Record<string, Json> = value
  const names = [...new Set([...Object.keys(values), ...Object.keys(edited)])]
  const changed = names.filter(
    (name) => JSON.stringify(values[name]) !== JSON.stringify(edited[name]),
  )
  const missing = changed.find((name) => !(name in edited))
  if (missing !== undefined)
    return { problem: `${missing} is missing: clear its value, but keep its name` }
  return { changes: Object.fromEntries(changed.map((name) => [name, edited[name] ?? null])) }
}
