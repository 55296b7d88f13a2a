import type { Json, RunError, ToolCall, Usage } from '@lathe/contract'
import { toRunError } from '../../errors/lathe-error.ts'
import { toLatheError } from '../../errors/to-lathe-error.ts'
import { fingerprint } from '../../fetch/fingerprint.ts'
import type { ModelAccess } from '../../fetch/pipeline.ts'
import type { RecordingKey } from '../../replay/recording.ts'
import { askMedia, type AskMedia, type MediaRequest } from '../../tools/media/ask-media.ts'
import type { ActiveRun } from '../active-run.ts'
import { toSpanFailure } from '../failure.ts'
import { checkBudget, stopIfOverBudget } from '../limits.ts'
import { noteWait, recordIn, runPorts } from '../ports.ts'
import { callAddress, scopeContext, type Scope } from '../scope.ts'

const soundsByRun = new WeakMap<ActiveRun, Map<string, string>>()

/**
 * Remembers audio from tool results of this run. Inside a sub-graph it is not yet in a readable
 * state.
 */
export function noteSounds(run: ActiveRun, result: Json): void {
  const sounds = soundsByRun.get(run) ?? new Map<string, string>()
  for (const [name, url] of soundsIn(result)) {
    soundsByRun.set(run, sounds)
    sounds.set(name, url)
  }
}

/** Returns the data URL of audio by its name in the conversation. Undefined if there is none. */
export async function soundNamed(run: ActiveRun, name: string): Promise<string | undefined> {
  const found = soundsByRun.get(run)?.get(name)
  if (found !== undefined) return found
  const { threadId } = run.request
  const tuple = await run.saver.getTuple({
    configurable: { thread_id: threadId, checkpoint_ns: '' },
  })
  const values: unknown[] = Object.values(tuple?.checkpoint.channel_values ?? {})
  return new Map(values.flatMap((value) => [...soundsIn(value)])).get(name)
}

/** Audio may be in messages or in any channel. */
function* soundsIn(value: unknown): Generator<[string, string]> {
  if (Array.isArray(value)) {
    for (const item of value) yield* soundsIn(item)
    return
  }
  if (typeof value !== 'object' || value === null) return
  if ('type' in value && value.type === 'audio' && 'name' in value && 'url' in value) {
    const { name, url } = value
    if (typeof name === 'string' && typeof url === 'string') yield [name, url]
  } else if ('content' in value) yield* soundsIn(value.content)
}

type MediaCalls = {
  media: AskMedia
  /** Called after the tool call. Serves the recorded calls if the tool itself was replayed. */
  complete: () => void
}

/** The recorded part of a call, without the tool's result. */
type RecordedResult = { connection: string; model: string; usage: Usage | null; outputs: Json }

/** Returns the media function of a tool call. Each provider call is a span with its usage. */
export function createMediaCalls(
  scope: Scope,
  { name, args }: Pick<ToolCall, 'name' | 'args'>,
  models: ModelAccess,
): MediaCalls {
  const { run } = scope
  const print = fingerprint({ tool: name, args })
  let hasAsked = false
  return {
    async media(request, signal) {
      hasAsked = true
      checkBudget(run)
      return callAndRecord(scope, recordingKey(scope, name, print), request, models, signal)
    },
    complete() {
      if (run.replay && !hasAsked) serveRecordedCall(scope, recordingKey(scope, name, print))
    },
  }
}

const recordingKey = (scope: Scope, name: string, print: string): RecordingKey => ({
  kind: 'model',
  name,
  address: callAddress(scope, 'model', `${name} (media)`),
  fingerprint: print,
})

async function callAndRecord<T>(
  scope: Scope,
  key: RecordingKey,
  request: MediaRequest<T>,
  models: ModelAccess,
  signal: AbortSignal,
): Promise<T> {
  const { run } = scope
  const { connection, model, inputs } = request
  const span = startSpan(scope, { connection, model }, inputs)
  const store = (error: RunError | null, answer: Omit<RecordedResult, 'connection' | 'model'>) =>
    recordIn(run, span, {
      ...key,
      attempt: 1,
      startedAt: span.startedAt,
      durationMs: Math.max(0, (run.clock.now() - span.startedAt) / 1_000),
      error,
      content: { type: 'call', request: inputs, result: { connection, model, ...answer } },
    })
  const inner = { ...scope, span }
  const place = scopeContext.run(inner, () => runPorts.begin('http', model))
  try {
    const access = { models, find: (name: string) => run.connections.find(name) }
    const { value, usage, outputs } = await askMedia(access, request, {
      signal,
      scope: {
        ...UNRECORDED,
        onRetry: (retry) => place.onRetry(retry),
        onWait: (wait) => noteWait(inner, wait),
      },
    })
    store(null, { usage, outputs })
    run.recorder.end(span, { status: 'success', outputs, usage })
    stopIfOverBudget(run)
    return value
  } catch (thrown) {
    store(toRunError(toLatheError(thrown)), { usage: null, outputs: null })
    const isStopping = run.stop !== null || signal.aborted
    const { status, error } = toSpanFailure(thrown, isStopping, scope.node.path)
    run.recorder.end(span, { status, error })
    throw thrown
  }
}

/** Repeats the recorded usage in a replay. */
function serveRecordedCall(scope: Scope, key: RecordingKey): void {
  const { run } = scope
  const { replay } = run
  if (!replay || replay.isLive?.(key.address)) return
  const recordedExchange = replay.recording.find(key)?.exchange
  if (recordedExchange?.content.type !== 'call') return
  const { request, result } = recordedExchange.content
  // The cast holds: this module recorded it.
  const { connection, model, usage, outputs } = result as RecordedResult
  const span = startSpan(scope, { connection, model }, request)
  recordIn(run, span, {
    ...recordedExchange,
    ...key,
    startedAt: span.startedAt,
    servedBy: 'recording',
  })
  const { error } = recordedExchange
  run.recorder.end(span, error ? { status: 'error', error } : { status: 'success', outputs, usage })
}

function startSpan(
  { run, node, span }: Scope,
  { connection, model }: Pick<RecordedResult, 'connection' | 'model'>,
  inputs: Json,
) {
  return run.recorder.start({
    kind: 'model',
    name: model,
    parentId: span.id,
    node: node.path,
    superstep: node.superstep,
    inputs,
    model,
    provider: connection,
  })
}

/**
 * Audio and pictures are recorded as the tool's result, so the call itself is not recorded again.
 */
const UNRECORDED = {
  address: { path: [], superstep: 0, branch: null, ordinal: 0 },
  queue: null,
  replay: null,
  record: () => {},
  waitForCancellation: () => undefined,
}
