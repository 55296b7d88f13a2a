import type { GraphDocument, ReplayMode, Span, Trace } from '@lathe/contract'
import { Button, Radio } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { formatCost } from '../../../lib/format.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { MODES } from '../modes.ts'
import { lackOf, type ReplayDraft, toStart } from './draft.ts'
import { estimateLive, estimateLiveText } from './estimate-live.ts'
import { ModeFields } from './mode-fields.tsx'
import { ResultFields } from './result-fields.tsx'
import styles from './start.module.css'
import { useStartReplay } from './use-start-replay.ts'
import { WriteFields } from './write-fields.tsx'
import { writeTools } from './write-tools.ts'

type ReplayFormProps = {
  trace: Trace
  spans: readonly Span[]
  selected: Span | undefined
  graph: GraphDocument
  mode: ReplayMode
  onMode: (mode: ReplayMode) => void
}

export function ReplayForm({ trace, spans, selected, graph, mode, onMode }: ReplayFormProps) {
  const [held, setDraft] = useState(() => firstDraft(graph, selected, trace))
  const draft = { ...held, mode }
  const change = (part: Partial<ReplayDraft>) => setDraft((old) => ({ ...old, ...part }))
  const start = useStartReplay()
  const { data: tools = [] } = useQuery(api.tools.list.queryOptions())
  const writes = writeTools(graph, tools)
  const lack = lackOf(draft)

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        start.mutate(toStart(trace.id, draft, graph))
      }}
    >
      <Radio.Group
        aria-label="How to play it"
        value={mode}
        onChange={(next) => {
          if (Object.hasOwn(MODES, next)) onMode(next)
        }}
      >
        <div className={styles.modes}>
          {Object.entries(MODES).map(([value, { name, says }]) => (
            <Radio
              key={value}
              value={value}
              label={name}
              description={says}
              {...(value === mode && { 'data-autofocus': true })}
            />
          ))}
        </div>
      </Radio.Group>
      <ModeFields draft={draft} onChange={change} graph={graph} trace={trace} />
      {writes.length > 0 && mode !== 'live' && (
        <WriteFields tools={writes} draft={draft} onChange={change} />
      )}
      {mode !== 'live' && (
        <ResultFields
          traceId={trace.id}
          selected={selected?.kind === 'tool' ? selected.id : undefined}
          results={draft.results}
          onChange={(results) => change({ results })}
        />
      )}
      {start.error && <ErrorPanel attempted="start the replay" error={start.error} />}
      <footer className={styles.footer}>
        <p className={styles.note} role="status">
          {lack ?? estimateLiveText(estimateLive(spans, draft), formatCost)}
        </p>
        <Button type="submit" disabled={lack !== undefined} loading={start.isPending}>
          Replay
        </Button>
      </footer>
    </form>
  )
}

/** The selected span's node and step are what one has in mind. */
function firstDraft(
  graph: GraphDocument,
  selected: Span | undefined,
  { version }: Trace,
): ReplayDraft {
  const node = selected?.node?.split('/')[0]
  return {
    mode: 'exact',
    nodes: node !== undefined && Object.hasOwn(graph.nodes, node) ? [node] : [],
    superstep: selected?.superstep ?? 1,
    version: version === null ? 'draft' : version,
    onMiss: 'fail',
    writes: [],
    standIn: { type: 'recorded' },
    edits: {},
    results: {},
    speed: 0,
  }
}
