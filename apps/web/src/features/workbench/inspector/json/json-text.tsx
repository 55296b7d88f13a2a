import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { parseJson } from '../../../../lib/parse-json.ts'
import { CodeEditor } from '../../../../ui/code-editor.tsx'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import { useWorkbench } from '../../workbench-context.ts'
import styles from './json.module.css'

export type JsonIssue = { path: string; message: string }

type JsonTextProps = {
  label: string
  value: unknown
  /** Validates a parsed value. An empty list allows applying it. */
  check: (value: unknown) => readonly JsonIssue[]
  onApply: (value: unknown) => void
}

/** Editor for JSON that is applied on request if it is valid. */
export function JsonText({ label, value, check, onApply }: JsonTextProps) {
  const { runGraph } = useWorkbench()
  const printed = useMemo(() => JSON.stringify(value, null, 2), [value])
  const [draft, setDraft] = useState<{ text: string; of: string }>()
  const text = draft?.text ?? printed
  const isEdited = text !== printed
  const parsed = useMemo(() => parseJson(text), [text])
  const issues = useMemo(
    () =>
      isEdited
        ? 'broken' in parsed
          ? [{ path: '', message: parsed.broken }]
          : check(parsed.value)
        : [],
    [isEdited, parsed, check],
  )

  return (
    <div className={styles.text}>
      <div className={styles.editor}>
        <CodeEditor
          label={label}
          language="json"
          height="fill"
          value={text}
          onChange={
            runGraph ? undefined : (typed) => setDraft({ text: typed, of: draft?.of ?? printed })
          }
        />
      </div>
      {isEdited && draft?.of !== printed && (
        <p className={styles.note}>The graph has changed since you started editing.</p>
      )}
      {issues.length > 0 && (
        <ul className={styles.issues} role="alert" aria-label="Validation errors">
          {issues.slice(0, 20).map((issue) => (
            <li key={`${issue.path} ${issue.message}`}>
              {issue.path !== '' && <code>{issue.path}</code>} {issue.message}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <CopyButton label={`Copy ${label.toLowerCase()}`} value={text} />
        <span className={styles.gap} />
        {isEdited && (
          <Button variant="subtle" color="gray" onClick={() => setDraft(undefined)}>
            Discard
          </Button>
        )}
        {!runGraph && (
          <Button
            disabled={!isEdited || issues.length > 0}
            onClick={() => {
              if (!('value' in parsed)) return
              onApply(parsed.value)
              setDraft(undefined)
            }}
          >
            Apply
          </Button>
        )}
      </div>
    </div>
  )
}
