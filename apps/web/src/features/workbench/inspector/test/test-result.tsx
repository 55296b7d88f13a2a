import { type GraphNode, hasUsage, isEnded, type Json, type JsonObject } from '@lathe/contract'
import { Button } from '@mantine/core'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useStore } from 'zustand'
import { api } from '../../../../lib/api/api.ts'
import { Cost, Duration, RunningDuration, Tokens } from '../../../../ui/status/quantities.tsx'
import { RelativeTime } from '../../../../ui/status/relative-time.tsx'
import { StatusIcon } from '../../../../ui/status/status-icon.tsx'
import type { RunStore } from '../../run/run-store.ts'
import type { RunView } from '../../../../lib/run-view/run-view.ts'
import { useSetSearch } from '../../use-workbench-search.ts'
import { FollowedEdge, WritesDiff, followedPort } from '../data/node-writes.tsx'
import { NodeActivity } from '../data/node-activity.tsx'
import { visitsIn } from '../visits/visit-picker.tsx'
import { PinButton } from '../pin/pin-controls.tsx'
import { Section } from '../section.tsx'
import styles from './test.module.css'

type TestResultProps = { id: string; node: GraphNode; runId: string; store: RunStore }

/** Progress and result of a test run. */
export function TestResult({ id, node, runId, store }: TestResultProps) {
  const view = useStore(store, (state) => state.view)
  const setSearch = useSetSearch()
  const { status, error } = view
  if (status === null) return null
  return (
    <section className={styles.result} aria-label="Test result">
      <TestFacts runId={runId} view={view} />
      {error && (
        <p className={styles.error} role="alert">
          {error.message}
          {error.hint !== undefined && <span> {error.hint}</span>}
        </p>
      )}
      {status === 'interrupted' && (
        <div className={styles.waiting}>
          <p>The node waits for a human.</p>
          <Button size="compact-sm" onClick={() => setSearch({ run: runId, tab: 'run' })}>
            Answer
          </Button>
        </div>
      )}
      {isEnded(status) ? (
        <TestOutcome id={id} node={node} runId={runId} isSuccess={status === 'success'} />
      ) : (
        <TestMessages view={view} />
      )}
    </section>
  )
}

function TestFacts({ runId, view }: { runId: string; view: RunView }) {
  const { status, startedAt, endedAt, usage, cost } = view
  const isPinned = Object.values(view.nodes).some((state) => state.isPinned)
  return (
    <p className={styles.facts}>
      {status && <StatusIcon status={status} hasLabel />}
      {startedAt !== null && endedAt === null && status === 'running' && (
        <RunningDuration since={startedAt} />
      )}
      {startedAt !== null && endedAt !== null && <Duration ms={(endedAt - startedAt) / 1e3} />}
      {hasUsage(usage) && (
        <>
          <Tokens usage={usage} />
          <Cost nanos={cost} />
        </>
      )}
      {isPinned && <span>pinned, not executed</span>}
      {endedAt !== null && <RelativeTime time={endedAt} />}
      <Link to="/traces/$traceId" params={{ traceId: runId }} search={{}}>
        Open trace
      </Link>
    </p>
  )
}

function TestMessages({ view }: { view: RunView }) {
  const last = Object.values(view.messages).at(-1)
  return last ? <p className={styles.saying}>{last.text}</p> : null
}

type TestOutcomeProps = { id: string; node: GraphNode; runId: string; isSuccess: boolean }

function TestOutcome({ id, node, runId, isSuccess }: TestOutcomeProps) {
  const { data: run } = useQuery(api.runs.get.queryOptions({ input: { id: runId } }))
  const { data: trace } = useQuery(
    api.traces.get.queryOptions({
      input: run && run.endedAt !== null ? { id: runId } : skipToken,
    }),
  )
  const span = visitsIn(trace?.spans ?? [], id).at(-1)
  const { data: detail } = useQuery(
    api.traces.span.queryOptions({
      input: span ? { traceId: runId, spanId: span.id } : skipToken,
    }),
  )
  const port = detail ? followedPort(detail) : null
  return (
    <>
      {isSuccess && run && (
        <Section title="Writes">
          <WritesDiff before={asObject(run.input)} writes={asObject(run.output)} />
          {port !== null && <FollowedEdge port={port} />}
          {detail && (
            <div>
              <PinButton key={runId} id={id} node={node} writes={run.output} port={port} />
            </div>
          )}
        </Section>
      )}
      {span && trace && (
        <Section title="Calls">
          <NodeActivity span={span} spans={trace.spans} />
        </Section>
      )}
    </>
  )
}

const asObject = (value: Json): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
