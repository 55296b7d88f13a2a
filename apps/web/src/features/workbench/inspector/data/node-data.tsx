import type { GraphNode, Json, JsonObject } from '@lathe/contract'
import { readsOf } from '@lathe/graph'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../../ui/error-panel.tsx'
import { JsonView } from '../../../../ui/json-view.tsx'
import { Duration } from '../../../../ui/quantities.tsx'
import { StatusIcon } from '../../../../ui/status-icon.tsx'
import { useDocument } from '../../workbench-context.ts'
import { RunFromButtons } from '../../run-from/run-from-buttons.tsx'
import { PastPicker, type PastState, usePastState } from '../visits/visit-picker.tsx'
import { PinButton } from '../pin/pin-controls.tsx'
import { Section } from '../section.tsx'
import { ChannelValue, WritesDiff, Way, wayOf } from './node-writes.tsx'
import styles from './data.module.css'
import { WhatItDid } from './node-activity.tsx'

/** What a node had, did and wrote, each time a run got to it. */
export function NodeData({ id, node }: { id: string; node: GraphNode }) {
  const past = usePastState(id)
  if (past.error) return <ErrorPanel attempted="read the run" error={past.error} />
  if (past.isPending) return null
  if (past.runs.length === 0) {
    return (
      <EmptyState
        title="No runs yet"
        hint="Run the draft, or test this node alone: what it had, did and wrote appears here."
      />
    )
  }
  return (
    <>
      <div className={styles.picker}>
        <PastPicker past={past} />
      </div>
      {past.detail ? (
        <Visit id={id} node={node} past={past} />
      ) : (
        <EmptyState
          title="This run did not get here"
          hint="Choose another run above, or run the draft so that it comes through this node."
        />
      )}
    </>
  )
}

function Visit({ id, node, past }: { id: string; node: GraphNode; past: PastState }) {
  const { edges } = useDocument()
  const { detail, spans } = past
  if (!detail) return null
  const inputs = asObject(detail.inputs)
  const way = wayOf(detail)
  const isCopy = edges.some(({ to, each }) => to === id && each !== undefined)
  const { uses, all } = readsOf(node)
  const reads = new Set(uses.map(({ channel }) => channel))
  const names = Object.keys(inputs)
  const shown = all ? names : names.filter((name) => reads.has(name))
  const rest = names.filter((name) => !shown.includes(name))

  return (
    <>
      <p className={styles.facts}>
        <StatusIcon status={detail.status} hasWord />
        <Duration ms={detail.endedAt === null ? null : (detail.endedAt - detail.startedAt) / 1e3} />
        {detail.metadata['pinned'] === true && <span>pinned, not executed</span>}
        {detail.metadata['cached'] === true && <span>from the cache</span>}
        <Link
          to="/traces/$traceId"
          params={{ traceId: detail.traceId }}
          search={{ span: detail.id }}
        >
          Open in trace
        </Link>
      </p>
      {detail.error && (
        <p className={styles.error} role="alert">
          {detail.error.message}
        </p>
      )}
      <Section title="State in" note={shown.join(', ')}>
        {shown.length === 0 && <p className={styles.note}>It reads nothing of the state.</p>}
        {shown.map((name) => (
          <ChannelValue key={name} name={name} value={inputs[name]} />
        ))}
        {rest.length > 0 && (
          <details className={styles.rest}>
            <summary>{rest.length} it does not read</summary>
            <JsonView
              label="The rest of the state"
              value={Object.fromEntries(rest.map((name) => [name, inputs[name]]))}
            />
          </details>
        )}
      </Section>
      <Section title="What it did">
        <WhatItDid span={detail} spans={spans} />
      </Section>
      <Section title="Writes">
        <WritesDiff before={inputs} writes={asObject(detail.outputs)} />
        {way !== null && <Way port={way} />}
      </Section>
      <div key={detail.id} className={styles.actions}>
        {detail.status === 'success' && (
          <PinButton id={id} node={node} writes={detail.outputs} port={way} />
        )}
        {detail.superstep !== null && past.run?.only === null && (
          <RunFromButtons
            place={{ runId: detail.traceId, superstep: detail.superstep }}
            threadId={past.run.threadId}
            title={node.title ?? id}
            note={isCopy ? SENT : undefined}
          />
        )}
      </div>
    </>
  )
}

/** LangGraph's Send carries the element, and was sent before. */
const SENT =
  'The copies of this node keep the elements they were sent: to change those, run from the node before.'

const asObject = (value: Json): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
