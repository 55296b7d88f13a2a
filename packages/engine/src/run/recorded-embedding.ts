import type { Json } from '@lathe/contract'
import { noUsage } from '@lathe/contract'
import type { TapeKey } from '../replay/tape.ts'
import { holdToBudget } from './budget.ts'
import type { SpentEmbedding } from './find-documents.ts'
import { recordIn } from './ports.ts'
import { callAddress } from './scope.ts'
import type { Scope } from './scope.ts'

/** The search or the tool's call that a question was embedded for. */
export type EmbeddedFor = { name: string; fingerprint: string }

/** What a search spent on its question: a span below it, paid as any call, with an exchange of its own. */
export function recordEmbedding(
  scope: Scope,
  call: EmbeddedFor,
  query: string,
  spent: SpentEmbedding,
): void {
  const { startedAt: _, durationMs: __, ...result } = spent
  record(scope, keyOf(scope, call), spent, { request: { input: query }, result })
}

/** In a replay: what was spent when the tape was made. Older tapes do not say. */
export function serveEmbedding(scope: Scope, call: EmbeddedFor): void {
  const { replay, clock } = scope.run
  const key = keyOf(scope, call)
  if (!replay || replay.isLive?.(key.address)) return
  const kept = replay.tape.find(key)?.exchange
  if (kept?.touch.type !== 'call') return
  const { request, result } = kept.touch
  // The cast holds: it was recorded here.
  const spent = result as Omit<SpentEmbedding, 'startedAt' | 'durationMs'>
  const times = { startedAt: clock.now(), durationMs: kept.durationMs }
  record(scope, key, { ...spent, ...times }, { request, result, servedBy: 'tape' })
}

const keyOf = (scope: Scope, { name, fingerprint }: EmbeddedFor): TapeKey => ({
  kind: 'embedding',
  name,
  address: callAddress(scope, 'embedding', name),
  fingerprint,
})

type Kept = { request: Json; result: Json; servedBy?: 'tape' }

function record(
  { run, node, span: around }: Scope,
  key: TapeKey,
  { connection, model, tokens, dimensions, startedAt, durationMs }: SpentEmbedding,
  { request, result, servedBy }: Kept,
): void {
  const span = run.recorder.start({
    kind: 'embedding',
    name: model,
    parentId: around.id,
    node: node.path,
    superstep: node.superstep,
    inputs: request,
    model,
    provider: connection,
    startedAt,
  })
  recordIn(run, span, {
    ...key,
    attempt: 1,
    startedAt,
    durationMs,
    error: null,
    touch: { type: 'call', request, result },
    ...(servedBy && { servedBy }),
  })
  run.recorder.end(span, {
    status: 'success',
    outputs: { dimensions },
    usage: tokens === null ? null : { ...noUsage, input: tokens },
    ...(!servedBy && { endedAt: startedAt + Math.round(durationMs * 1_000) }),
  })
  holdToBudget(run)
}
