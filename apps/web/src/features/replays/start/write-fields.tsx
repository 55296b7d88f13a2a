import { Checkbox, SegmentedControl, TextInput, Button } from '@mantine/core'
import { useState } from 'react'
import type { Exchange } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { CodeEditor } from '../../../ui/code-editor.tsx'
import { parseJson } from '../../../lib/parse-json.ts'
import type { ReplayDraft } from './draft.ts'
import { api } from '../../../lib/api.ts'
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

type ResultFieldsProps = {
  traceId: string
  /** Span of the call one has in mind: it stands first, open. */
  selected: string | undefined
  results: ReplayDraft['results']
  onChange: (results: ReplayDraft['results']) => void
}

/** Recorded results of tools, to be changed before the recording is played. */
export function ResultFields({ traceId, selected, results, onChange }: ResultFieldsProps) {
  const [isOpen, setOpen] = useState(selected !== undefined)
  const [resets, setResets] = useState(0)
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
        Change what a tool answered{Object.keys(results).length > 0 && ' · changed'}
      </summary>
      {data && calls.length === 0 && <p className={styles.note}>No tool was called.</p>}
      {calls.map(({ id, spanId, name, address, touch }) =>
        touch.type !== 'call' ? null : (
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
                    const { [id]: _, ...rest } = results
                    onChange(rest)
                    setResets(resets + 1)
                  }}
                >
                  As recorded
                </Button>
              ) : (
                !isSelected({ spanId }) && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() => onChange({ ...results, [id]: touch.result })}
                  >
                    Change its result
                  </Button>
                )
              )}
            </div>
            {(id in results || isSelected({ spanId })) && (
              <ResultField
                key={resets}
                label={`Result of ${name}`}
                value={results[id] ?? touch.result}
                onChange={(result) => onChange({ ...results, [id]: result })}
              />
            )}
          </div>
        ),
      )}
    </details>
  )
}
