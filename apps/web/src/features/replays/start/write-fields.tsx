import { Checkbox, SegmentedControl, TextInput, Button } from '@mantine/core'
import { useState } from 'react'
import type { Exchange } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { CodeEditor } from '../../../ui/code/code-editor.tsx'
import { parseJson } from '../../../lib/values/parse-json.ts'
import type { ReplayDraft } from './draft.ts'
import { api } from '../../../lib/api/api.ts'
import styles from './start.module.css'

type WriteFieldsProps = {
  tools: readonly string[]
  draft: ReplayDraft
  onChange: (change: Partial<ReplayDraft>) => void
}

/** Selects which tools may have side effects and what replaces suppressed ones. */
export function WriteFields({ tools, draft, onChange }: WriteFieldsProps) {
  const { standIn, writes, mode } = draft
  return (
    <>
      {mode !== 'exact' && (
        <Checkbox.Group
          label="Tools with side effects to run"
          description="Calls of other tools that differ from the recording are suppressed and listed."
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
        <span className={styles.label}>Result of a suppressed side effect</span>
        <SegmentedControl
          size="xs"
          aria-label="Result of a suppressed side effect"
          data={[
            { value: 'recorded', label: 'Recorded result' },
            { value: 'error', label: 'Error' },
            { value: 'result', label: 'Custom result' },
          ]}
          value={standIn.type}
          onChange={(type) =>
            onChange({
              standIn:
                type === 'error'
                  ? { type, message: 'Suppressed: this is a replay' }
                  : type === 'result'
                    ? { type, result: {} }
                    : { type: 'recorded' },
            })
          }
        />
      </div>
      {standIn.type === 'error' && (
        <TextInput
          label="Error message"
          maxLength={2_000}
          value={standIn.message}
          onChange={({ currentTarget }) =>
            onChange({ standIn: { type: 'error', message: currentTarget.value } })
          }
        />
      )}
      {standIn.type === 'result' && (
        <ResultField
          label="Custom result"
          value={standIn.result}
          onChange={(result) => onChange({ standIn: { type: 'result', result } })}
        />
      )}
    </>
  )
}

type Result = Extract<ReplayDraft['standIn'], { type: 'result' }>['result']
type ResultFieldProps = { label: string; value: Result; onChange: (value: Result) => void }

/** Edits JSON. Reports a change only if it is valid. */
function ResultField({ label, value, onChange }: ResultFieldProps) {
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
          if (!('problem' in read)) onChange(read.value)
        }}
      />
      {'problem' in parsed && (
        <p className={styles.broken} role="status">
          {parsed.problem}. Using the last valid value.
        </p>
      )}
    </>
  )
}

type ResultFieldsProps = {
  traceId: string
  /** The span of the selected call, which is listed first and open. */
  selected: string | undefined
  results: ReplayDraft['results']
  onChange: (results: ReplayDraft['results']) => void
}

/** Edits recorded tool results before a replay. */
export function ResultFields({ traceId, selected, results, onChange }: ResultFieldsProps) {
  const [isOpen, setOpen] = useState(selected !== undefined)
  const [resetCount, setResetCount] = useState(0)
  const { data } = useQuery({
    ...api.traces.exchanges.queryOptions({ input: { id: traceId } }),
    enabled: isOpen,
  })
  const isSelected = ({ spanId }: Pick<Exchange, 'spanId'>) =>
    spanId !== null && spanId === selected
  const calls = (data ?? [])
    .filter(({ kind }) => kind === 'tool')
    .toSorted((a, b) => Number(isSelected(b)) - Number(isSelected(a)))
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles.label}>
        Change tool results{Object.keys(results).length > 0 && ' · changed'}
      </summary>
      {data && calls.length === 0 && <p className={styles.note}>No tool calls</p>}
      {calls.map(({ id, spanId, name, address, content }) =>
        content.type !== 'call' ? null : (
          <div key={id} className={styles.edit}>
            <div className={styles.row}>
              <span>
                {name} <span className={styles.note}>step {address.superstep}</span>
              </span>
              {id in results ? (
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={() => {
                    const { [id]: _, ...otherResults } = results
                    onChange(otherResults)
                    setResetCount(resetCount + 1)
                  }}
                >
                  Reset
                </Button>
              ) : (
                !isSelected({ spanId }) && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() => onChange({ ...results, [id]: content.result })}
                  >
                    Change result
                  </Button>
                )
              )}
            </div>
            {(id in results || isSelected({ spanId })) && (
              <ResultField
                key={resetCount}
                label={`Result of ${name}`}
                value={results[id] ?? content.result}
                onChange={(result) => onChange({ ...results, [id]: result })}
              />
            )}
          </div>
        ),
      )}
    </details>
  )
}
