import type { Exchange } from '@lathe/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import type { ReplayDraft } from './draft.ts'
import styles from './start.module.css'
import { ResultField } from './write-fields.tsx'

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
