import type { Json, JsonObject } from '@lathe/contract'
import { Button, Modal } from '@mantine/core'
import { IconGitBranch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../../lib/api.ts'
import { parseJson } from '../../../lib/parse-json.ts'
import { CodeEditor } from '../../../ui/code-editor.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { findCheckpoint } from './find-checkpoint.ts'
import styles from './run-from.module.css'
import { type RunPlace, useRunFrom } from './use-run-from.ts'

type EditStateDialogProps = {
  place: RunPlace
  title: string
  /** What the state here does not decide. */
  note?: string | undefined
  onClose: () => void
}

const PAGE = 200

/** The state a step began with, to be changed before the graph goes on from it. */
export function EditStateDialog({ place, title, note, onClose }: EditStateDialogProps) {
  const { runId, superstep } = place
  const state = useQuery({
    queryKey: ['state-before', runId, superstep],
    queryFn: async () => {
      const id = await findCheckpoint(runId, superstep)
      const { threadId } = await client.runs.get({ id: runId })
      const { items } = await client.threads.history({ id: threadId, limit: PAGE })
      const found = items.find((checkpoint) => checkpoint.id === id)
      if (!found) throw new Error('The checkpoint before that step is too far back')
      return found.values
    },
  })
  return (
    <Modal opened onClose={onClose} title={`Run from ${title} with another state`} size="lg">
      {state.error && <ErrorPanel attempted="read the state" error={state.error} />}
      {note !== undefined && <p className={styles.note}>{note}</p>}
      {state.data && <StateForm place={place} values={state.data} onClose={onClose} />}
    </Modal>
  )
}

type StateFormProps = Pick<EditStateDialogProps, 'place' | 'onClose'> & { values: JsonObject }

function StateForm({ place, values, onClose }: StateFormProps) {
  const [text, setText] = useState(() => JSON.stringify(values, null, 2))
  const runFrom = useRunFrom()
  const read = changesIn(values, text)
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if ('changes' in read) {
          runFrom.mutate({ ...place, values: read.changes }, { onSuccess: onClose })
        }
      }}
    >
      {runFrom.error && <ErrorPanel attempted="start the run" error={runFrom.error} />}
      <CodeEditor label="State" language="json" value={text} onChange={setText} />
      <p className={styles.note} role="status">
        {'broken' in read ? read.broken : describe(read.changes)}
      </p>
      <div className={styles.actions}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          leftSection={<IconGitBranch size={14} />}
          disabled={'broken' in read}
          loading={runFrom.isPending}
        >
          Run from here
        </Button>
      </div>
    </form>
  )
}

const describe = (changes: JsonObject): string => {
  const names = Object.keys(changes)
  return names.length === 0 ? 'Nothing is changed yet.' : `Changed: ${names.join(', ')}`
}

/** Channels whose value is another one now; what is taken away is emptied. */
export function changesIn(
  values: JsonObject,
  text: string,
): { changes: JsonObject } | { broken: string } {
  const parsed = parseJson(text)
  if ('broken' in parsed) return parsed
  const { value } = parsed
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { broken: 'The state is an object: a value for each channel' }
  }
  const edited: Record<string, Json> = value
  const names = [...new Set([...Object.keys(values), ...Object.keys(edited)])]
  const changed = names.filter(
    (name) => JSON.stringify(values[name]) !== JSON.stringify(edited[name]),
  )
  const missing = changed.find((name) => !(name in edited))
  if (missing !== undefined) return { broken: `${missing} is missing: empty it, but keep its name` }
  return { changes: Object.fromEntries(changed.map((name) => [name, edited[name] ?? null])) }
}
