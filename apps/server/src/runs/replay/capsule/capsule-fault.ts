import type { Capsule, CapsuleContent } from '@lathe/contract'
import { now } from '../../../platform/time.ts'
import { capsuleSum } from './capsule-sum.ts'

type Check = [reason: string, isFaulty: (content: CapsuleContent) => boolean]

/** Of clocks that are not alike. */
const AHEAD_US = 24 * 3_600 * 1_000_000

const CHECKS: readonly Check[] = [
  ['It has no span of the run itself.', ({ run, spans }) => rootsOf(run.id, spans) !== 1],
  [
    'It holds parts of another trace.',
    ({ run, spans, exchanges }) =>
      [...spans, ...exchanges].some(({ traceId }) => traceId !== run.id),
  ],
  ['It has a span twice.', ({ spans }) => idsOf(spans).size < spans.length],
  ['It has an exchange twice.', ({ exchanges }) => idsOf(exchanges).size < exchanges.length],
  ['Its spans do not hang together.', hasStrays],
  ['Its events are not in order.', ({ events }) => !isInOrder(events)],
  ['Its graph is empty.', ({ graph }) => Object.keys(graph.nodes).length === 0],
  [
    'It went on from an earlier state, and a capsule starts from the input.',
    ({ run: { steering } }) => steering.checkpoint !== undefined || steering.command !== undefined,
  ],
  ['It is steered by what its graph has not.', isSteeredAside],
  ['Its times lie in the future.', isAhead],
]

/** Why a capsule cannot be taken in; undefined when it can. */
export function capsuleFault({ sum, content }: Capsule): string | undefined {
  if (capsuleSum(content) !== sum) {
    return 'It was changed after it was made, or part of it is missing.'
  }
  return CHECKS.find(([, isFaulty]) => isFaulty(content))?.[0]
}

const rootsOf = (runId: string, spans: CapsuleContent['spans']) =>
  spans.filter(({ id, parentId }) => id === runId && parentId === null).length

const idsOf = (parts: readonly { id: string }[]) => new Set(parts.map(({ id }) => id))

function hasStrays({ spans, exchanges }: CapsuleContent): boolean {
  const ids = idsOf(spans)
  const named = [...spans.map(({ parentId }) => parentId), ...exchanges.map(({ spanId }) => spanId)]
  return named.some((id) => id !== null && !ids.has(id))
}

const isInOrder = (events: CapsuleContent['events']) =>
  events.every(({ seq }, index) => seq > (events[index - 1]?.seq ?? 0))

function isSteeredAside({ run: { steering }, graph }: CapsuleContent): boolean {
  const { only, tape, pinned = {}, interruptBefore = [], interruptAfter = [] } = steering
  const named = [
    ...Object.keys(pinned),
    ...interruptBefore,
    ...interruptAfter,
    ...(only ? [only] : []),
  ]
  const isTapeAlone = tape !== undefined && only === undefined
  return isTapeAlone || named.some((node) => !Object.hasOwn(graph.nodes, node))
}

function isAhead({ run, spans, exchanges }: CapsuleContent): boolean {
  const latest = now() + AHEAD_US
  const times = [run, ...spans].flatMap(({ startedAt, endedAt }) => [startedAt, endedAt])
  return [run.createdAt, ...times, ...exchanges.map(({ startedAt }) => startedAt)].some(
    (at) => at !== null && at > latest,
  )
}
