import type { Json, RunEventBody } from '@lathe/contract'
import { stableIds } from '@lathe/traces'
import type { RunOutcome } from '../run/request.ts'
import type { Recorded } from './run-harness.ts'

/**
 * What an execution did besides its states, without what no two executions share: times, generated ids, who was first, and whether
 * it paused for an answer or had it.
 */
export function story({ events, outcome }: Pick<Recorded, 'events' | 'outcome'>) {
  const stable = stableIds()
  const told = withoutPauses(events).filter(tells)
  const tasks = Map.groupBy(withoutTies(told, outcome), (event) =>
    'taskId' in event ? event.taskId : null,
  )
  return {
    output: outcome.type === 'success' ? stable(outcome.output) : outcome.type,
    tasks: [...tasks.values()]
      .toSorted(([a], [b]) => placeIn(a).localeCompare(placeIn(b), 'en', { numeric: true }))
      .map((own) => merged(own).map((event) => stable(plain(event)))),
  }
}

/** Who of one superstep is told of first is a matter of time, too. */
const placeIn = (event: RunEventBody | undefined): string =>
  event && 'node' in event ? `${event.superstep} ${event.node}` : ''

const ASIDE = new Set<RunEventBody['type']>(['span', 'interrupt', 'answer', 'state'])
const tells = ({ type }: RunEventBody) => !ASIDE.has(type)

/** A task that paused starts again when it goes on. */
function withoutPauses(events: readonly RunEventBody[]): RunEventBody[] {
  const paused = new Set<string>()
  return events.filter((event) => {
    if (event.type === 'node-end' && event.status === 'interrupted') {
      paused.add(event.taskId)
      return false
    }
    return !(event.type === 'node-start' && paused.delete(event.taskId))
  })
}

/** Where one fails beside others, they had ended or were cut off: by microseconds, where they only compute. */
function withoutTies(events: RunEventBody[], outcome: RunOutcome): RunEventBody[] {
  if (outcome.type !== 'error') return events
  const last = Math.max(...events.map((event) => ('superstep' in event ? event.superstep : -1)))
  const isLast = (event: RunEventBody) => 'superstep' in event && event.superstep === last
  const tasks = new Set(
    events.filter(isLast).flatMap((event) => ('taskId' in event ? event.taskId : [])),
  )
  const begun = new Set<string>()
  return events.filter((event) => {
    if (tasks.size < 2 || !isLast(event)) return true
    if (event.type === 'node-end' || event.type === 'retry') return false
    if (event.type !== 'node-start') return true
    return !begun.has(event.taskId) && begun.add(event.taskId)
  })
}

/** A task that paused has a span before and another after it. */
const UNLIKE = new Set(['checkpointId', 'durationMs', 'of', 'waitMs', 'spanId'])

const plain = (event: RunEventBody): Json =>
  JSON.parse(JSON.stringify(event, (key, value: Json) => (UNLIKE.has(key) ? undefined : value)))

/** How tokens are bundled is a matter of time. */
function merged(events: RunEventBody[]): RunEventBody[] {
  const all: RunEventBody[] = []
  for (const event of events) {
    const last = all.at(-1)
    const isSame =
      event.type === 'token' &&
      last?.type === 'token' &&
      last.spanId === event.spanId &&
      last.channel === event.channel
    if (isSame) all[all.length - 1] = { ...last, text: last.text + event.text }
    else all.push(event)
  }
  return all
}
