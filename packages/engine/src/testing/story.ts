import type { Json, RunEventBody } from '@lathe/contract'
import { createIdNormalizer } from '@lathe/traces'
import type { Recorded } from './run-harness.ts'

type Executed = Pick<Recorded, 'events' | 'outcome'>

/**
 * Returns what an execution did, without states and without everything that two executions never
 * share: times, generated ids, the order of parallel tasks, and pauses. `beside` is the execution
 * it is compared with.
 */
export function story({ events, outcome }: Executed, beside?: Executed) {
  const stable = createIdNormalizer()
  const isRacy = [{ events, outcome }, ...(beside ? [beside] : [])].some(failedBesideOthers)
  const kept = withoutPauses(events).filter(tells)
  const compared = isRacy ? withoutLastSuperstep(kept) : kept
  const tasks = Map.groupBy(compared, (event) => ('taskId' in event ? event.taskId : null))
  return {
    output: outcome.type === 'success' ? stable(outcome.output) : outcome.type,
    tasks: [...tasks.values()]
      .toSorted(([a], [b]) => placeIn(a).localeCompare(placeIn(b), 'en', { numeric: true }))
      .map((own) => merged(own).map((event) => stable(plain(event)))),
  }
}

/** Orders tasks by superstep and node: the order of their events depends on timing. */
const placeIn = (event: RunEventBody | undefined): string =>
  event && 'node' in event ? `${event.superstep} ${event.node}` : ''

const ASIDE = new Set<RunEventBody['type']>(['span', 'interrupt', 'answer', 'state'])
const tells = ({ type }: RunEventBody) => !ASIDE.has(type)

/** A paused task starts again when it resumes. */
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

const lastSuperstep = (events: readonly RunEventBody[]): number =>
  Math.max(...events.map((event) => ('superstep' in event ? event.superstep : -1)))

/** Whether a task failed while others ran in parallel, whose progress then depends on timing. */
function failedBesideOthers({ events, outcome }: Executed): boolean {
  if (outcome.type !== 'error') return false
  const last = lastSuperstep(events)
  const tasks = events.flatMap((event) =>
    'superstep' in event && event.superstep === last && 'taskId' in event ? [event.taskId] : [],
  )
  return new Set(tasks).size > 1
}

function withoutLastSuperstep(events: RunEventBody[]): RunEventBody[] {
  const last = lastSuperstep(events)
  return events.filter((event) => !('superstep' in event && event.superstep === last))
}

/** A paused task has one span before and one after the pause. */
const UNLIKE = new Set(['checkpointId', 'durationMs', 'of', 'waitMs', 'spanId'])

const plain = (event: RunEventBody): Json =>
  JSON.parse(JSON.stringify(event, (key, value: Json) => (UNLIKE.has(key) ? undefined : value)))

/** How tokens are grouped depends on timing. */
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
