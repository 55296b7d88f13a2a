import { BATCH, type Exchange, type ExchangeKind, SERVED } from '@lathe/contract'
import type { CallWait, RunPorts } from '../fetch/request.ts'
import { newId } from '../ids.ts'
import type { OpenSpan } from '../record/recorder.ts'
import type { ActiveRun } from './active-run.ts'
import { checkBudget } from './limits.ts'
import { nodeLocation } from './run-node.ts'
import { callAddress, getScope } from './scope.ts'
import type { Scope } from './scope.ts'
import type { NewExchange } from '../replay/recording.ts'

/** Gives the pipeline and tools access to the calling run, found by async context. */
export const runPorts: RunPorts = {
  begin(kind: ExchangeKind, name: string) {
    const scope = getScope()
    return {
      address: callAddress(scope, kind, name),
      queue: scope.run.request.line ?? null,
      replay: scope.run.replay,
      record: (exchange) => record(scope, exchange),
      waitForCancellation: (signal) =>
        scope.run.failOrder?.waitForCutOff(scope.node.topTaskId, signal),
      onRetry({ attempt, maxAttempts, waitMs, code }) {
        const { run, node, span } = scope
        run.recorder.note(span, 'retry', { code, attempt, of: maxAttempts, waitMs })
        run.recorder.event({
          type: 'retry',
          ...nodeLocation(node),
          spanId: span.id,
          code,
          attempt: attempt + 1,
          of: maxAttempts,
          waitMs: Math.round(waitMs),
        })
      },
      onWait: (wait) => noteWait(scope, wait),
    }
  },
  checkBudget: () => checkBudget(getScope().run),
}

const SHORTEST_WAIT_MS = 5

/** Records on the span why a call waited. */
export function noteWait({ run, span }: Scope, wait: CallWait): void {
  if (wait.waitMs < SHORTEST_WAIT_MS) return
  run.recorder.note(span, 'wait', { for: wait.for, waitMs: Math.round(wait.waitMs) })
}

/** Records an exchange on the span that is open at that time. */
export const record = ({ run, span }: Scope, exchange: NewExchange): void =>
  recordIn(run, span, exchange)

/** Records an exchange under a span of the run. */
export function recordIn(run: ActiveRun, span: OpenSpan, exchange: NewExchange): void {
  if (exchange.servedBy && exchange.kind !== 'world' && exchange.kind !== 'cache')
    run.recorder.serve(span, exchange.servedBy === 'batch' ? BATCH : SERVED)
  const fullExchange: Exchange = {
    ...exchange,
    // Last, because a served exchange still has its recorded ids.
    id: newId(),
    traceId: run.request.runId,
    spanId: span.id,
  }
  run.sink.exchange(fullExchange)
}
