import { alignSpans, type SpanPair, type Execution } from '@lathe/traces'
import { useQuery, queryOptions } from '@tanstack/react-query'
import type { Span, GraphDocument, Trace } from '@lathe/contract'
import { type ReactNode, useMemo } from 'react'
import { api, client } from '../../../lib/api/api.ts'
import { partLabel } from '../../../lib/format/trace-labels.ts'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { KindIcon } from '../../../ui/status/kind-icon.tsx'
import { Cost, Duration, Tokens } from '../../../ui/status/quantities.tsx'
import { SplitPane } from '../../../ui/layout/split-pane.tsx'
import { ChangesDiff, ChangesModeSwitch } from '../report/changes.tsx'
import type { ReportSearch } from '../report/report-view.tsx'
import { SamenessIcon, type SideNames } from '../report/sameness-icon.tsx'
import { readEvents } from '../../../lib/api/read-events.ts'
import styles from '../report/report.module.css'

type SpanDiffProps = {
  first: RecordedExecution
  second: RecordedExecution
  names: SideNames
  search: ReportSearch
  onSearch: (search: ReportSearch) => void
}

type Row = { index: number; pair: SpanPair }

/** Compares two traces without recorded calls by their spans, in order of start. */
export function SpanDiff({ first, second, names, search, onSearch }: SpanDiffProps) {
  const rows = useMemo(
    () => alignSpans(first.spans, second.spans).map((pair, index): Row => ({ index, pair })),
    [first, second],
  )
  const columns = useMemo(() => spanColumns(names), [names])
  const index = Math.min(search.step ?? 0, Math.max(0, rows.length - 1))
  const row = rows[index]
  return (
    <SplitPane
      name="span-comparison"
      panes={[
        {
          id: 'spans',
          size: 54,
          min: '320px',
          content: (
            <DataTable
              label="Spans"
              columns={columns}
              rows={rows}
              rowId={(row) => String(row.index)}
              selectedId={String(index)}
              onOpen={(row) => onSearch({ step: row.index })}
              onMove={(row) => onSearch({ step: row.index })}
              options={{ empty: <EmptyState title="No spans in either trace" /> }}
            />
          ),
        },
        {
          id: 'span',
          size: 46,
          min: '320px',
          content: row && <PairDetail key={index} {...row} {...{ names, search, onSearch }} />,
        },
      ]}
    />
  )
}

const spanColumns = (names: SideNames): Column<Row>[] => [
  {
    id: 'span',
    header: 'Span',
    cell: ({ pair }) => {
      const span = pair.a ?? pair.b
      return (
        <span className={styles.call}>
          <KindIcon kind={span.kind} />
          <span>{span.name}</span>
        </span>
      )
    },
  },
  {
    id: 'in',
    header: 'In',
    width: '92px',
    cell: ({ pair }) =>
      // The numbers in the other columns show whether the spans differ.
      pair.a && pair.b ? (
        <span className={styles.faint}>both</span>
      ) : (
        <SamenessIcon value={pair.a ? 'only-recording' : 'only-replay'} names={names} />
      ),
  },
  ...(['a', 'b'] as const).flatMap((side) => numberColumns(side, names)),
]

/** Always shows the duration, and tokens and cost if space allows. */
function numberColumns(side: 'a' | 'b', names: SideNames): Column<Row>[] {
  const name = side === 'a' ? names.recording : names.replay
  const column = (id: string, width: string, cell: (span: Span) => ReactNode): Column<Row> => ({
    id: `${side}-${id}`,
    header: id === 'time' ? name : `${name} ${id}`,
    width,
    isNumeric: true,
    cell: ({ pair }) => pair[side] && cell(pair[side]),
  })
  return [
    {
      ...column('tokens', '118px', ({ usage }) => {
        return usage && <Tokens usage={usage} />
      }),
      isSecondary: 'first',
    },
    {
      ...column('cost', '82px', ({ cost }) => cost && <Cost nanos={cost.total} />),
      isSecondary: true,
    },
    column('time', '72px', ({ startedAt, endedAt }) => (
      <Duration ms={endedAt === null ? null : (endedAt - startedAt) / 1_000} />
    )),
  ]
}

type PairDetailProps = Row & Pick<SpanDiffProps, 'names' | 'search' | 'onSearch'>

function PairDetail({ pair, names, search, onSearch }: PairDetailProps) {
  const spanA = useSpan(pair.a)
  const current = useSpan(pair.b)
  const { showing = 'changes' } = search
  return (
    <article className={styles.detail} aria-label="Span comparison">
      <header className={styles.detailHead}>
        <h2>{(pair.a ?? pair.b).name}</h2>
        <span className={styles.end}>
          <ChangesModeSwitch value={showing} onChange={(next) => onSearch({ showing: next })} />
        </span>
      </header>
      {(['inputs', 'outputs'] as const).map((payloadKey) => (
        <section key={payloadKey} className={styles.part}>
          <h3>{partLabel((pair.a ?? pair.b).kind, payloadKey)}</h3>
          <ChangesDiff
            label={payloadKey}
            recording={spanA?.[payloadKey]}
            replay={current?.[payloadKey]}
            names={names}
            mode={showing}
          />
        </section>
      ))}
    </article>
  )
}

function useSpan(span: SpanPair['a']) {
  const { data } = useQuery({
    ...api.traces.span.queryOptions({
      input: { traceId: span?.traceId ?? '', spanId: span?.id ?? '' },
    }),
    enabled: span !== null,
  })
  return data
}

/** A trace with everything that was recorded. */
export type RecordedExecution = Execution & { trace: Trace; graph: GraphDocument | null }

export const executionQuery = (id: string) =>
  queryOptions({ queryKey: ['execution', id], queryFn: ({ signal }) => readExecution(id, signal) })

async function readExecution(id: string, signal: AbortSignal): Promise<RecordedExecution> {
  const [{ trace, spans }, exchanges] = await Promise.all([
    client.traces.get({ id }),
    client.traces.exchanges({ id }),
  ])
  const { status, error } = trace
  const common = { trace, spans, exchanges, status, error }
  if (trace.runId === null) return { ...common, output: null, states: [], graph: null }
  const [run, graph, events] = await Promise.all([
    client.runs.get({ id: trace.runId }),
    client.runs.graph({ id: trace.runId }),
    readEvents(trace.runId, signal),
  ])
  const states = events.flatMap(({ body }) => (body.type === 'state' ? [body] : []))
  return { ...common, output: run.output, states, graph }
}
