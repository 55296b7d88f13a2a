import {
  addUsage,
  type Exchange,
  type Json,
  noUsage,
  type ReplayReport,
  type ReplayStep,
  type RunError,
  type Sameness,
  type Span,
  type WithheldWrite,
} from '@lathe/contract'
import equal from 'fast-deep-equal'
import { addSpent, isCountedCall, spentOn } from '../spending.ts'
import { alignCalls, type CallPair } from './align-calls.ts'
import { answerIn } from './answer-in.ts'
import { compareStates, type StateEvent } from './compare-states.ts'
import { stableIds } from './stable-ids.ts'

/** One run as its trace tells it. */
export type Execution = {
  status: string
  output: Json
  error: RunError | null
  exchanges: readonly Exchange[]
  states: readonly StateEvent[]
  spans: readonly Span[]
}

/** What a request's body asks besides what its fingerprint tells. */
type Untold = (body: Json) => unknown

/** Compares a replay with the run whose tape it played. */
export function replayReport(
  tape: Execution,
  replay: Execution,
  untold: Untold = () => null,
): ReplayReport {
  const pairs = alignCalls(callsOf(tape), callsOf(replay))
  const steps = pairs.map((pair) => toStep(pair, untold))
  const states = compareStates(tape.states, replay.states)
  const output = equal(stableIds()(tape.output), stableIds()(replay.output)) ? 'same' : 'different'
  const firstDivergence = steps.findIndex((step) => !isSame(step))
  const isAlike = firstDivergence < 0 && states.every(({ state }) => state === 'same')
  const isIdentical =
    isAlike && (endsWithTape(tape, replay) || (output === 'same' && tape.status === replay.status))

  return {
    verdict: isIdentical ? 'identical' : hasFailed(tape, replay) ? 'error' : 'diverged',
    status: { tape: tape.status, replay: replay.status },
    output,
    error: replay.error,
    calls: {
      served: count(steps, 'tape'),
      live: count(steps, 'live'),
      withheld: count(steps, 'stand-in'),
      unused: steps.filter(({ replay: own }) => own === null).length,
      reused: steps.filter(isReusedAnswer).length,
    },
    steps,
    firstDivergence: firstDivergence < 0 ? null : firstDivergence,
    states,
    differingNodes: differingNodes(steps, states, [...tape.states, ...replay.states]),
    ledger: replay.exchanges.flatMap(withheld),
    ...tokens(tape, replay),
    cost: { tape: costOf(tape.spans), replay: costAsIf(tape, replay, pairs) },
    callMs: { tape: milliseconds(tape), replay: milliseconds(replay) },
  }
}

/** A node's clock and its cache are asked of nobody. */
const callsOf = ({ exchanges }: Execution) =>
  exchanges.filter(({ kind }) => kind !== 'world' && kind !== 'cache')

function toStep({ a, b }: CallPair<Exchange>, untold: Untold): ReplayStep {
  const { kind, name, address } = a ?? b
  return {
    kind,
    name,
    address,
    tape: a?.id ?? null,
    replay: b?.id ?? null,
    request: requestOf(a, b, untold),
    answer: a && b && (hasSameAnswer(a, b) ? 'same' : 'different'),
    servedBy: b && (b.servedBy === 'batch' ? 'live' : (b.servedBy ?? 'live')),
  }
}

function requestOf(a: Exchange | null, b: Exchange | null, untold: Untold): Sameness {
  if (!a) return 'only-replay'
  if (!b) return 'only-tape'
  const isSame =
    a.fingerprint === b.fingerprint
      ? equal(untold(bodyOf(a)), untold(bodyOf(b)))
      : isAskedAlike(a, b)
  return isSame ? 'same' : 'different'
}

const bodyOf = ({ touch }: Exchange): Json => (touch.type === 'http' ? touch.request.body : null)

/** Calls that people approve have ids of their own in each run. */
const isAskedAlike = ({ kind, touch: a }: Exchange, { touch: b }: Exchange): boolean =>
  kind === 'human' &&
  a.type === 'call' &&
  b.type === 'call' &&
  equal(stableIds()(a.request), stableIds()(b.request))

function hasSameAnswer(a: Exchange, b: Exchange): boolean {
  // A recorded tool result may have been changed before it was played; what a provider said may not.
  if (b.servedBy === 'tape' && b.touch.type === 'http') return true
  return a.error?.code === b.error?.code && equal(answerIn(a), answerIn(b))
}

const isSame = ({ request, answer }: ReplayStep): boolean =>
  request === 'same' && answer !== 'different'

/** The recorded answer of another request was served, because the call's request changed. */
export const isReusedAnswer = ({
  servedBy,
  request,
}: Pick<ReplayStep, 'servedBy' | 'request'>): boolean =>
  servedBy === 'tape' && request === 'different'

const count = (steps: readonly ReplayStep[], by: ReplayStep['servedBy']): number =>
  steps.filter(({ servedBy }) => servedBy === by).length

/** A replay of a run that was stopped by a person or a time limit ends, or waits, where that run was stopped. */
const endsWithTape = (tape: Execution, { status, error }: Execution): boolean =>
  ['cancelled', 'timeout'].includes(tape.status) &&
  (status === 'interrupted' ||
    (status === 'error' && (error?.code === 'TAPE_MISS' || error?.code === 'ABORTED')))

/** Something went wrong that was not recorded; what the tape does not have is a divergence. */
const hasFailed = (tape: Execution, { status, error }: Execution): boolean =>
  ['error', 'timeout', 'cancelled'].includes(status) &&
  status !== tape.status &&
  error?.code !== 'TAPE_MISS'

function differingNodes(
  steps: readonly ReplayStep[],
  states: ReplayReport['states'],
  events: readonly StateEvent[],
): string[] {
  const called = steps.filter((step) => !isSame(step)).map(({ address }) => address.path[0])
  const wrote = states
    .filter(({ state }) => state !== 'same')
    .flatMap(({ superstep, channels }) =>
      events
        .filter((event) => event.superstep === superstep)
        .flatMap(({ writers }) => channels.flatMap((channel) => writers[channel] ?? [])),
    )
  return [...new Set([...called, ...wrote])].filter((node) => node !== undefined)
}

function withheld({ servedBy, name, address, touch, error }: Exchange): WithheldWrite[] {
  if (servedBy !== 'stand-in' || touch.type !== 'call') return []
  return [{ tool: name, address, args: touch.request, result: touch.result, error }]
}

function tokens(tape: Execution, replay: Execution) {
  const usageOf = ({ spans }: Execution) =>
    spans.filter(isCountedCall).reduce((sum, span) => addUsage(sum, span.usage ?? noUsage), noUsage)
  const [before, after] = [usageOf(tape), usageOf(replay)]
  return {
    inputTokens: { tape: before.input, replay: after.input },
    outputTokens: { tape: before.output, replay: after.output },
  }
}

const costOf = (spans: readonly Span[]): number | null =>
  spans.map(spentOn).reduce<number | null>(addSpent, 0)

/** What was served costs what its recording did. */
function costAsIf(
  tape: Execution,
  replay: Execution,
  pairs: readonly CallPair<Exchange>[],
): number | null {
  const recorded = new Map(tape.spans.map((span) => [span.id, span]))
  const original = new Map<string, Span | undefined>()
  for (const { a, b } of pairs) {
    if (!a?.spanId || !b?.spanId || b.servedBy !== 'tape') continue
    original.set(b.spanId, recorded.get(a.spanId))
  }
  return costOf(replay.spans.map((span) => original.get(span.id) ?? span))
}

const milliseconds = (execution: Execution): number =>
  Math.round(callsOf(execution).reduce((sum, { durationMs }) => sum + durationMs, 0))
