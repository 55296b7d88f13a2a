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
import { jsonOrText } from '@lathe/contract/json-or-text'
import equal from 'fast-deep-equal'
import { addSpent, isCountedCall, spentOn } from '../spending.ts'
import { alignCalls, type CallPair } from './align-calls.ts'
import { compareStates, stableIds, type StateEvent } from './compare-states.ts'

/** What came back, without what providers make up for every answer and however it was cut into chunks. */
export function answerIn({ touch }: Pick<Exchange, 'touch'>): Json {
  if (touch.type === 'call') return touch.result
  if (!touch.response) return null
  const text = touch.response.chunks.map(({ data }) => data).join('')
  const events = [...text.matchAll(/^data: (?!\[DONE\])(.*)$/gm)].map(([, data = '']) =>
    jsonOrText(data),
  )
  return events.length > 0 ? saidInEvents(events) : saidIn(jsonOrText(text))
}

/** Of a streamed completion: its text, and of each tool call its name and arguments. */
function saidInEvents(events: readonly Json[]): Json {
  let text = ''
  const calls: Record<string, { name: string; args: string }> = {}
  for (const delta of events.flatMap(messagesOf)) {
    text += textOf(delta['content'])
    for (const call of listOf(delta['tool_calls'])) addCall(calls, call)
  }
  return { text, calls: Object.values(calls) }
}

function saidIn(answer: Json): Json {
  const [message] = messagesOf(answer)
  if (!message) return answer
  const calls: Record<string, { name: string; args: string }> = {}
  for (const [index, call] of listOf(message['tool_calls']).entries()) {
    addCall(calls, { ...call, index })
  }
  return { text: textOf(message['content']), calls: Object.values(calls) }
}

function addCall(
  calls: Record<string, { name: string; args: string }>,
  { index, function: called }: Fields,
): void {
  const key = JSON.stringify(index ?? null)
  const call = calls[key] ?? { name: '', args: '' }
  const { name, arguments: args } = fieldsOf(called)
  calls[key] = { name: call.name + textOf(name), args: call.args + textOf(args) }
}

type Fields = Record<string, Json>

/** The message of each choice, or what a chunk adds to it. */
const messagesOf = (answer: Json): Fields[] =>
  listOf(fieldsOf(answer)['choices']).map(({ delta, message }) => fieldsOf(delta ?? message))

const fieldsOf = (value: Json | undefined): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}

const listOf = (value: Json | undefined): Fields[] =>
  Array.isArray(value) ? value.map(fieldsOf) : []

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

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
