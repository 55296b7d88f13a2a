import type { ReplayMode, Span, Trace, GraphDocument } from '@lathe/contract'
import { useSuspenseQuery, useQuery } from '@tanstack/react-query'
import { Button, Radio } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { formatCost, plural } from '../../../lib/format/format.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { MODES } from '../modes.ts'
import { findDraftProblem, type ReplayDraft, toStart, useStartReplay, writeTools } from './draft.ts'
import { ModeFields } from './mode-fields.tsx'
import { ResultFields, WriteFields } from './write-fields.tsx'
import styles from './start.module.css'

type GraphFormProps = {
  trace: Trace
  spans: readonly Span[]
  selected: Span | undefined
  mode: ReplayMode
  onModeChange: (mode: ReplayMode) => void
}

/** The replay form. Suspends until the graph is loaded. */
export function GraphForm(props: GraphFormProps) {
  const { data } = useSuspenseQuery(api.runs.graph.queryOptions({ input: { id: props.trace.id } }))
  return <ReplayForm {...props} graph={data} />
}

type ReplayFormProps = {
  trace: Trace
  spans: readonly Span[]
  selected: Span | undefined
  graph: GraphDocument
  mode: ReplayMode
  onModeChange: (mode: ReplayMode) => void
}

function ReplayForm({ trace, spans, selected, graph, mode, onModeChange }: ReplayFormProps) {
  const [storedDraft, setDraft] = useState(() => firstDraft(graph, selected, trace))
  const draft = { ...storedDraft, mode }
  const change = (changes: Partial<ReplayDraft>) =>
    setDraft((current) => ({ ...current, ...changes }))
  const start = useStartReplay()
  const { data: tools = [] } = useQuery(api.tools.list.queryOptions())
  const writes = writeTools(graph, tools)
  const missing = findDraftProblem(draft)

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        start.mutate(toStart(trace.id, draft, graph))
      }}
    >
      <Radio.Group
        aria-label="Replay mode"
        value={mode}
        onChange={(next) => {
          if (Object.hasOwn(MODES, next)) onModeChange(next)
        }}
      >
        <div className={styles.modes}>
          {Object.entries(MODES).map(([value, { name, description }]) => (
            <Radio
              key={value}
              value={value}
              label={name}
              description={description}
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
      {start.error && <ErrorPanel action="start the replay" error={start.error} />}
      <footer className={styles.footer}>
        <p className={styles.note} role="status">
          {missing ?? estimateLiveText(estimateLive(spans, draft), formatCost)}
        </p>
        <Button type="submit" disabled={missing !== undefined} loading={start.isPending}>
          Replay
        </Button>
      </footer>
    </form>
  )
}

/** Preselects the node and step of the selected span. */
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

export type LiveEstimate = { models: number; tools: number; cost: number | null; isOpen: boolean }

/**
 * Counts the live calls, based on the recording. `isOpen` means that missing calls run live too.
 */
export function estimateLive(
  spans: readonly Span[],
  { mode, nodes, superstep, onMiss }: ReplayDraft,
): LiveEstimate {
  const top = ({ node }: Span) => node?.split('/')[0] ?? ''
  const isLive = (span: Span): boolean => {
    if (mode === 'live') return true
    if (mode === 'only-live') return nodes.includes(top(span))
    return mode === 'until' && (span.superstep ?? 0) > superstep
  }
  const live = spans.filter(isLive)
  const models = live.filter(({ kind }) => kind === 'model')
  const cost = models.reduce<number | null>(
    (total, span) => (total === null || !span.cost ? null : total + (span.cost.total ?? 0)),
    0,
  )
  return {
    models: models.length,
    tools: live.filter(({ kind }) => kind === 'tool').length,
    cost,
    isOpen: mode !== 'exact' && mode !== 'live' && onMiss === 'live',
  }
}

export function estimateLiveText(
  { models, tools, cost, isOpen }: LiveEstimate,
  formatCost: (nanos: number | null) => string,
): string {
  const suffix = isOpen ? ', plus calls missing in the recording' : ''
  if (models + tools === 0)
    return isOpen ? 'Only calls missing in the recording run live.' : 'No live calls, no cost.'
  const parts = [
    models > 0 && `${plural(models, 'model call')}${cost === null ? '' : ` (${formatCost(cost)})`}`,
    tools > 0 && plural(tools, 'tool call'),
  ].filter(Boolean)
  return `About ${parts.join(' and ')}${suffix}.`
}
