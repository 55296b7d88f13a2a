import type { Json, ReplayReport, RunEvent } from '@lathe/contract'
import { stableIds } from '@lathe/traces'
import { useSuspenseQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { eventsQuery } from '../../../lib/read-events.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Changes, type Showing } from './changes.tsx'
import styles from './report.module.css'
import { SameMark, type SideNames } from './same-mark.tsx'

type StateViewProps = {
  states: ReplayReport['states']
  tape: string
  replay: string
  names: SideNames
  showing: Showing
}

/** After each superstep: the channels that hold something else. */
export function StateView({ states, tape, replay, names, showing }: StateViewProps) {
  const [{ data: before }, { data: after }] = useSuspenseQueries({
    queries: [eventsQuery(tape), eventsQuery(replay)],
  })
  const [was, now] = useMemo(() => [channelsAt(before), channelsAt(after)], [before, after])
  if (states.length === 0) {
    return <EmptyState title="No state" hint="Neither execution finished a step." />
  }
  return (
    <div className={styles.scroll} role="region" aria-label="States" tabIndex={0}>
      {states.map(({ superstep, state, channels }) => (
        <section key={superstep} className={styles.part} aria-label={`After step ${superstep}`}>
          <h2>
            After step {superstep} <SameMark value={state} names={names} />
          </h2>
          {state !== 'same' && (
            <Changes
              label={`State after step ${superstep}`}
              tape={state === 'only-replay' ? undefined : pick(was.get(superstep), channels)}
              replay={state === 'only-tape' ? undefined : pick(now.get(superstep), channels)}
              names={names}
              showing={showing}
            />
          )}
        </section>
      ))}
    </div>
  )
}

/** What each superstep wrote, generated ids numbered. */
function channelsAt(events: readonly RunEvent[]): Map<number, Record<string, Json>> {
  const stable = stableIds()
  const at = new Map<number, Record<string, Json>>()
  for (const { body } of events) {
    if (body.type !== 'state') continue
    const told = Object.entries(body.channels).map(([name, value]) => [name, stable(value)])
    at.set(body.superstep, { ...at.get(body.superstep), ...Object.fromEntries(told) })
  }
  return at
}

const pick = (held: Record<string, Json> | undefined, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, held?.[name]]))
