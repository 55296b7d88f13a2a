import { Checkbox, SegmentedControl, TextInput } from '@mantine/core'
import { CodeEditor } from '../../../ui/code-editor.tsx'
import { parseJson } from '../../../lib/parse-json.ts'
import { useState } from 'react'
import type { ReplayDraft } from './draft.ts'
import styles from './start.module.css'

type WriteFieldsProps = {
  tools: readonly string[]
  draft: ReplayDraft
  onChange: (change: Partial<ReplayDraft>) => void
}

/** Which writes may happen, and what stands in for those that may not. */
export function WriteFields({ tools, draft, onChange }: WriteFieldsProps) {
  const { standIn, writes, mode } = draft
  return (
    <>
      {mode !== 'exact' && (
        <Checkbox.Group
          label="Tools that may write for real"
          description="Unticked, a call the recording does not have word for word is withheld and listed."
          value={writes}
          onChange={(next) => onChange({ writes: next })}
        >
          <div className={styles.row}>
            {tools.map((name) => (
              <Checkbox key={name} value={name} label={name} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <div className={styles.field}>
        <span className={styles.label}>In place of a withheld write</span>
        <SegmentedControl
          size="xs"
          aria-label="In place of a withheld write"
          data={[
            { value: 'recorded', label: 'The recorded result' },
            { value: 'error', label: 'An error' },
            { value: 'result', label: 'Your own result' },
          ]}
          value={standIn.type}
          onChange={(type) =>
            onChange({
              standIn:
                type === 'error'
                  ? { type, message: 'Not done: this is a replay' }
                  : type === 'result'
                    ? { type, result: {} }
                    : { type: 'recorded' },
            })
          }
        />
      </div>
      {standIn.type === 'error' && (
        <TextInput
          label="The error’s message"
          maxLength={2_000}
          value={standIn.message}
          onChange={({ currentTarget }) =>
            onChange({ standIn: { type: 'error', message: currentTarget.value } })
          }
        />
      )}
      {standIn.type === 'result' && (
        <ResultField
          label="Result of a withheld write"
          value={standIn.result}
          onChange={(result) => onChange({ standIn: { type: 'result', result } })}
        />
      )}
    </>
  )
}

type Result = Extract<ReplayDraft['standIn'], { type: 'result' }>['result']
type ResultFieldProps = { label: string; value: Result; onChange: (value: Result) => void }

/** JSON as it is typed; handed on while it can be read. */
export function ResultField({ label, value, onChange }: ResultFieldProps) {
  const [text, setText] = useState(() => JSON.stringify(value, null, 2))
  const parsed = parseJson(text)
  return (
    <>
      <CodeEditor
        label={label}
        language="json"
        value={text}
        onChange={(next) => {
          setText(next)
          const read = parseJson(next)
          if (!('broken' in read)) onChange(read.value)
        }}
      />
      {'broken' in parsed && (
        <p className={styles.broken} role="status">
          {parsed.broken}. The last text that could be read is used.
        </p>
      )}
    </>
  )
}
