import type { JsonObject } from '@lathe/contract'
import { Button } from '@mantine/core'
import { IconGitBranch } from '@tabler/icons-react'
import { useState } from 'react'
import { CodeEditor } from '../../ui/code/code-editor.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { parseStateChanges } from './state-changes.ts'
import styles from './state-form.module.css'

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
