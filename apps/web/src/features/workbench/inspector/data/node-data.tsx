import type { GraphNode, Json, JsonObject } from '@lathe/contract'
import { nodeReads } from '@lathe/graph'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../../../ui/feedback/error-panel.tsx'
import { JsonView } from '../../../../ui/json/json-view.tsx'
import { Duration } from '../../../../ui/status/quantities.tsx'
import { StatusIcon } from '../../../../ui/status/status-icon.tsx'
import { useDocument } from '../../workbench-context.ts'
import { RunFromButtons } from '../../run-from/run-from-buttons.tsx'
import { VisitPicker, type NodeVisits, useNodeVisits } from '../visits/visit-picker.tsx'
import { PinButton } from '../pin/pin-controls.tsx'
import { Section } from '../section.tsx'
import { ChannelValue, WritesDiff, FollowedEdge, followedPort } from './node-writes.tsx'
import styles from './data.module.css'
import { NodeActivity } from './node-activity.tsx'

/** Inputs, calls and writes of each execution of a node. */
export function NodeData({ id, node }: { id: string; node: GraphNode }) {
  const visits = useNodeVisits(id)
  if (visits.error) return <ErrorPanel action="load the run" error={visits.error} />
  if (visits.isPending) return null
  if (visits.runs.length === 0) {
    return (
      <EmptyState
        title="No runs yet"
        hint="Run the draft or test this node to see its inputs, calls and writes here."
      />
    )
  }
  return (
    <>
      <div className={styles.picker}>
        <VisitPicker nodeVisits={visits} />
      </div>
      {visits.detail ? (
        <VisitData id={id} node={node} visits={visits} />
      ) : (
        <EmptyState
          title="This run did not reach this node"
          hint="Select another run above, or run the draft so that it reaches this node."
        />
      )}
    </>
  )
}

function VisitData({ id, node, visits }: { id: string; node: GraphNode; visits: NodeVisits }) {
  const { edges } = useDocument()
  const { detail, spans } = visits
  if (!detail) return null
  const inputs = asObject(detail.inputs)
  const port = followedPort(detail)
  const isCopy = edges.some(({ to, each }) => to === id && each !== undefined)
  const { uses, all } = nodeReads(node)
  const reads = new Set(uses.map(({ channel }) => channel))
  const names = Object.keys(inputs)
  const visibleNames = all ? names : names.filter((name) => reads.has(name))
  const hiddenNames = names.filter((name) => !visibleNames.includes(name))

  return (
    <>
      <p className={styles.facts}>
        <StatusIcon status={detail.status} hasLabel />
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
      <Section title="State before" note={visibleNames.join(', ')}>
        {visibleNames.length === 0 && <p className={styles.note}>This node reads no channels.</p>}
        {visibleNames.map((name) => (
          <ChannelValue key={name} name={name} value={inputs[name]} />
        ))}
        {hiddenNames.length > 0 && (
          <details className={styles.rest}>
            <summary>{hiddenNames.length} not read by this node</summary>
            <JsonView
              label="Channels not read by this node"
              value={Object.fromEntries(hiddenNames.map((name) => [name, inputs[name]]))}
            />
          </details>
        )}
      </Section>
      <Section title="Calls">
        <NodeActivity span={detail} spans={spans} />
      </Section>
      <Section title="Writes">
        <WritesDiff before={inputs} writes={asObject(detail.outputs)} />
        {port !== null && <FollowedEdge port={port} />}
      </Section>
      <div key={detail.id} className={styles.actions}>
        {detail.status === 'success' && (
          <PinButton id={id} node={node} writes={detail.outputs} port={port} />
        )}
        {detail.superstep !== null && visits.run?.only === null && (
          <RunFromButtons
            place={{ runId: detail.traceId, superstep: detail.superstep }}
            threadId={visits.run.threadId}
            title={node.title ?? id}
            note={isCopy ? SENT : undefined}
          />
        )}
      </div>
    </>
  )
}

/** LangGraph's `Send` carries the element, which was sent before this checkpoint. */
const SENT =
  'Copies of this node keep the elements they received. To change those, run from the previous node.'

const asObject = (value: Json): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
