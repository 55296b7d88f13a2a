import {
  addUsage,
  type Exchange,
  type Json,
  ZERO_USAGE,
  type ReplayReport,
  type ReplayedCall,
  type RunError,
  type Equality,
  type Span,
  type SuppressedWrite,
} from '@lathe/contract'
import { jsonOrText } from '@lathe/contract/json-or-text'
import equal from 'fast-deep-equal'
import { addCost, isCountedCall, callCost } from '../spending.ts'
import { alignCalls, type CallPair } from './align-calls.ts'
import { compareStates, createIdNormalizer, type StateEvent } from './compare-states.ts'

/** Returns an answer without the fields that providers generate, and independent of its chunks. */
export function comparableAnswer({ content }: Pick<Exchange, 'content'>): Json {
  if (content.type === 'call') return content.result
  if (!content.response) return null
  const text = content.response.chunks.map(({ data }) => data).join('')
  const events = [...text.matchAll(/^data: (?!\[DONE\])(.*)$/gm)].map(([, data = '']) =>
    jsonOrText(data),
  )
  return events.length > 0 ? readStreamedAnswer(events) : readAnswer(jsonOrText(text))
}

/** Returns the text and the tool calls of a streamed completion. */
function readStreamedAnswer(events: readonly Json[]): Json {
  let text = ''
  const calls: Record<string, { name: string; args: string }> = {}
  for (const delta of events.flatMap(answerMessages)) {
    text += stringOrEmpty(delta['content'])
    for (const call of toList(delta['tool_calls'])) addCall(calls, call)
  }
  return { text, calls: Object.values(calls) }
}

function readAnswer(answer: Json): Json {
  const [message] = answerMessages(answer)
  if (!message) return answer
  const calls: Record<string, { name: string; args: string }> = {}
  for (const [index, call] of toList(message['tool_calls']).entries()) {
    addCall(calls, { ...call, index })
  }
  return { text: stringOrEmpty(message['content']), calls: Object.values(calls) }
}

function addCall(
  calls: Record<string, { name: string; args: string }>,
  { index, function: calledNodes }: Fields,
): void {
  const key = JSON.stringify(index ?? null)
  const call = calls[key] ?? { name: '', args: '' }
  const { name, arguments: args } = toFields(calledNodes)
  calls[key] = { name: call.name + stringOrEmpty(name), args: call.args + stringOrEmpty(args) }
}

type Fields = Record<string, Json>

/** Returns the message of each choice, or its delta in a chunk. */
const answerMessages = (answer: Json): Fields[] =>
  toList(toFields(answer)['choices']).map(({ delta, message }) => toFields(delta ?? message))

const toFields = (value: Json | undefined): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}

const toList = (value: Json | undefined): Fields[] =>
  Array.isArray(value) ? value.map(toFields) : []

const stringOrEmpty = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** One run, read from its trace. */
export type Execution = {
  status: string
  output: Json
  error: RunError | null
  exchanges: readonly Exchange[]
  states: readonly StateEvent[]
  spans: readonly Span[]
}

/** Returns the details of a request body that its fingerprint ignores. */
type ReadExtraDetails = (body: Json) => unknown

/** Compares a replay with the run that it replayed. */
export function replayReport(
  recorded: Execution,
  replay: Execution,
  readExtraDetails: ReadExtraDetails = () => null,
): ReplayReport {
  const pairs = alignCalls(comparableCalls(recorded), comparableCalls(replay))
  const steps = pairs.map((pair) => toStep(pair, readExtraDetails))
  const states = compareStates(recorded.states, replay.states)
  const output = equal(createIdNormalizer()(recorded.output), createIdNormalizer()(replay.output))
    ? 'same'
    : 'different'
  const firstDivergence = steps.findIndex((step) => !isSame(step))
  const isAlike = firstDivergence < 0 && states.every(({ state }) => state === 'same')
  const isIdentical =
    isAlike &&
    (endsWithRecording(recorded, replay) ||
      (output === 'same' && recorded.status === replay.status))

  return {
    verdict: isIdentical ? 'identical' : hasFailed(recorded, replay) ? 'error' : 'diverged',
    status: { recording: recorded.status, replay: replay.status },
    output,
    error: replay.error,
    calls: {
      served: count(steps, 'recording'),
      live: count(steps, 'live'),
      suppressed: count(steps, 'stand-in'),
      unused: steps.filter(({ replay: replayCall }) => replayCall === null).length,
      reused: steps.filter(isReusedAnswer).length,
    },
    steps,
    firstDivergence: firstDivergence < 0 ? null : firstDivergence,
    states,
    differingNodes: differingNodes(steps, states, [...recorded.states, ...replay.states]),
    suppressedWrites: replay.exchanges.flatMap(toSuppressedWrite),
    ...tokens(recorded, replay),
    cost: { recording: sumCost(recorded.spans), replay: estimateCost(recorded, replay, pairs) },
    callMs: { recording: milliseconds(recorded), replay: milliseconds(replay) },
  }
}

/** A node's clock and cache are not calls to the outside world. */
const comparableCalls = ({ exchanges }: Execution) =>
  exchanges.filter(({ kind }) => kind !== 'world' && kind !== 'cache')

function toStep({ a, b }: CallPair<Exchange>, readExtraDetails: ReadExtraDetails): ReplayedCall {
  const { kind, name, address } = a ?? b
  return {
    kind,
    name,
    address,
    recording: a?.id ?? null,
    replay: b?.id ?? null,
    request: compareRequests(a, b, readExtraDetails),
    answer: a && b && (hasSameAnswer(a, b) ? 'same' : 'different'),
    servedBy: b && (b.servedBy === 'batch' ? 'live' : (b.servedBy ?? 'live')),
  }
}

function compareRequests(
  a: Exchange | null,
  b: Exchange | null,
  readExtraDetails: ReadExtraDetails,
): Equality {
  if (!a) return 'only-replay'
  if (!b) return 'only-recording'
  const isSame =
    a.fingerprint === b.fingerprint
      ? equal(readExtraDetails(requestBody(a)), readExtraDetails(requestBody(b)))
      : hasSameQuestion(a, b)
  return isSame ? 'same' : 'different'
}

const requestBody = ({ content }: Exchange): Json =>
  content.type === 'http' ? content.request.body : null

/** Approved calls get new ids in each run. */
const hasSameQuestion = ({ kind, content: a }: Exchange, { content: b }: Exchange): boolean =>
  kind === 'human' &&
  a.type === 'call' &&
  b.type === 'call' &&
  equal(createIdNormalizer()(a.request), createIdNormalizer()(b.request))

function hasSameAnswer(a: Exchange, b: Exchange): boolean {
  // A recorded tool result may be edited before a replay. A provider's answer may not.
  if (b.servedBy === 'recording' && b.content.type === 'http') return true
  return a.error?.code === b.error?.code && equal(comparableAnswer(a), comparableAnswer(b))
}

const isSame = ({ request, answer }: ReplayedCall): boolean =>
  request === 'same' && answer !== 'different'

/** The recorded answer of another request was served, because the call's request changed. */
export const isReusedAnswer = ({
  servedBy,
  request,
}: Pick<ReplayedCall, 'servedBy' | 'request'>): boolean =>
  servedBy === 'recording' && request === 'different'

const count = (steps: readonly ReplayedCall[], server: ReplayedCall['servedBy']): number =>
  steps.filter(({ servedBy }) => servedBy === server).length

/** A replay of a run that was stopped by a person or a time limit ends, or waits, where that run was stopped. */
const endsWithRecording = (recorded: Execution, { status, error }: Execution): boolean =>
  ['cancelled', 'timeout'].includes(recorded.status) &&
  (status === 'interrupted' ||
    (status === 'error' && (error?.code === 'RECORDING_MISS' || error?.code === 'ABORTED')))

/**
 * Whether the replay failed in a way that was not recorded. A missing recording counts as a
 * divergence instead.
 */
const hasFailed = (recorded: Execution, { status, error }: Execution): boolean =>
  ['error', 'timeout', 'cancelled'].includes(status) &&
  status !== recorded.status &&
  error?.code !== 'RECORDING_MISS'

function differingNodes(
  steps: readonly ReplayedCall[],
  states: ReplayReport['states'],
  events: readonly StateEvent[],
): string[] {
  const calledNodes = steps.filter((step) => !isSame(step)).map(({ address }) => address.path[0])
  const writers = states
    .filter(({ state }) => state !== 'same')
    .flatMap(({ superstep, channels }) =>
      events
        .filter((event) => event.superstep === superstep)
        .flatMap(({ writers }) => channels.flatMap((channel) => writers[channel] ?? [])),
    )
  return [...new Set([...calledNodes, ...writers])].filter((node) => node !== undefined)
}

function toSuppressedWrite({
  servedBy,
  name,
  address,
  content,
  error,
}: Exchange): SuppressedWrite[] {
  if (servedBy !== 'stand-in' || content.type !== 'call') return []
  return [{ tool: name, address, args: content.request, result: content.result, error }]
}

function tokens(recorded: Execution, replay: Execution) {
  const sumUsage = ({ spans }: Execution) =>
    spans
      .filter(isCountedCall)
      .reduce((sum, span) => addUsage(sum, span.usage ?? ZERO_USAGE), ZERO_USAGE)
  const [before, after] = [sumUsage(recorded), sumUsage(replay)]
  return {
    inputTokens: { recording: before.input, replay: after.input },
    outputTokens: { recording: before.output, replay: after.output },
  }
}

const sumCost = (spans: readonly Span[]): number | null =>
  spans.map(callCost).reduce<number | null>(addCost, 0)

/** Returns the cost of a replay if its served calls had cost what their recordings did. */
function estimateCost(
  recording: Execution,
  replay: Execution,
  pairs: readonly CallPair<Exchange>[],
): number | null {
  const recorded = new Map(recording.spans.map((span) => [span.id, span]))
  const original = new Map<string, Span | undefined>()
  for (const { a, b } of pairs) {
    if (!a?.spanId || !b?.spanId || b.servedBy !== 'recording') continue
    original.set(b.spanId, recorded.get(a.spanId))
  }
  return sumCost(replay.spans.map((span) => original.get(span.id) ?? span))
}

const milliseconds = (execution: Execution): number =>
  Math.round(comparableCalls(execution).reduce((sum, { durationMs }) => sum + durationMs, 0))
