import type { SpanDetail } from '@lathe/contract'
import { type DerivedState, deriveState, type GraphRun, writesOf } from '@lathe/traces'
import { JsonView } from '../../../ui/json-view.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx'
import { ChannelChange } from './channel-change.tsx'
import { NodeWrote } from './node-wrote.tsx'
import { useStretch } from './use-stretch.ts'
import styles from './state.module.css'

type Channels = NonNullable<DerivedState['after']>
type Known = { before: Channels; after: Channels; untold: DerivedState['untold'] }

type DerivedStepProps = { graph: GraphRun; at: number }

/** What a superstep made of the channels, as far as the nodes around it saw them; and what each of its nodes wrote. */
export function DerivedStep({ graph, at }: DerivedStepProps) {
  const { stretch, index, left, error, retry } = useStretch(graph, at)
  if (error) return <ErrorPanel attempted="load the state" error={error} onRetry={retry} />
  if (!stretch) return <SkeletonRows awaiting="the state" count={4} />
  const members = stretch.steps[index] ?? []
  const { before, after, untold } = deriveState(stretch, index, left === 0)
  const writers = writersIn(members)
  const known = before && after ? { before, after, untold } : undefined
  const changed = known ? changedIn(known, new Set(writers.keys())) : []
  return (
    <>
      {known &&
        changed.map((channel) => (
          <ChannelChange
            key={channel}
            channel={channel}
            about={[by(writers.get(channel))]}
            before={known.before[channel]}
            after={known.after[channel]}
          />
        ))}
      {members.map((span) => (
        <NodeWrote key={span.id} span={span} />
      ))}
      {left > 0 && (
        <p className={`${styles.part} ${styles.faint}`}>{left} more of its copies not shown.</p>
      )}
      <section className={styles.part}>
        <h2>{after ? 'Channels after it' : 'Channels before it'}</h2>
        {after || before ? (
          <JsonView label="State" value={after ?? before} />
        ) : (
          <p className={styles.faint}>No node around it was handed them.</p>
        )}
      </section>
    </>
  )
}

/** What was written, and what else became different: of a channel first seen now nobody knows. */
const changedIn = ({ before, after, untold }: Known, written: ReadonlySet<string>): string[] =>
  Object.keys(after).filter(
    (channel) =>
      (written.has(channel) && !untold.has(channel)) ||
      (channel in before && JSON.stringify(before[channel]) !== JSON.stringify(after[channel])),
  )

const by = (names: ReadonlySet<string> | undefined) => names && `by ${[...names].join(', ')}`

/** Which nodes wrote to which channels. */
function writersIn(spans: readonly SpanDetail[]): ReadonlyMap<string, ReadonlySet<string>> {
  const writers = new Map<string, Set<string>>()
  for (const span of spans) {
    for (const channel of writesOf(span).updates.flatMap((update) => Object.keys(update)))
      writers.set(channel, (writers.get(channel) ?? new Set()).add(span.name))
  }
  return writers
}
