import type { Command, LangGraphRunnableConfig } from '@langchain/langgraph'
import type { GraphDocument, NodeKind, PinnedOutput } from '@lathe/contract'
import { ERROR_CHANNEL } from '../state/error-channel.ts'
import type { Fold, FoldAhead } from './channels.ts'
import { NodeFailure } from './failure.ts'
import type { NodeBody, NodeResult } from './nodes/body.ts'
import { leave } from './routing.ts'
import type { Route, Router } from './routing.ts'
import type { GraphRuntime } from './runtime.ts'
import type { State } from './state.ts'
import { checkedUpdate } from './updates.ts'

export type RunnerParts = {
  document: GraphDocument
  runtime: GraphRuntime
  id: string
  kind: NodeKind
  router: Router
  folds: ReadonlyMap<string, Fold>
  foldsAhead: ReadonlyMap<string, FoldAhead>
}

/** Creates LangGraph's node function. It returns the update, or a `Command` if its edges are not plain. */
export function nodeRunner(parts: RunnerParts, body: NodeBody) {
  const { document, runtime, id, kind, router, folds, foldsAhead } = parts
  return async (state: State, config: LangGraphRunnableConfig): Promise<State | Command> => {
    const call = { path: id, config }
    let route: Route | null = null
    const update = await runtime.runNode({ ...call, document }, state, async () => {
      const pinned = runtime.pinned(call)
      const result = pinned ? leftBy(pinned) : await body(state, call)
      const checked = checkedUpdate(document, id, kind, result.update)
      if (result.port != null) runtime.left(call, result.port)
      if (foldsAhead.size > 0) await foldAhead(state, checked, foldsAhead)
      if (!router.isPlain) {
        route = await router.route(result.port ?? null, afterUpdate(state, checked, folds), call)
      }
      return checked
    })
    return route ? leave(update, route) : update
  }
}

const leftBy = ({ writes, port }: PinnedOutput): NodeResult => ({
  update: writes,
  ...(port !== undefined && { port }),
})

/** Handles a node's failure after its last attempt: writes the error and follows the error edge. */
export function errorRunner({ document, runtime, id, kind, router, folds }: RunnerParts) {
  return async (
    state: State,
    failed: { error: unknown },
    config: LangGraphRunnableConfig = {},
  ): Promise<Command> => {
    const { code, message } = runtime.describeError(failed.error)
    // LangGraph treats a failure as handled here even if it is rethrown.
    if (code === 'ABORTED') throw new NodeFailure(code, message, { node: id, cause: failed.error })
    const update = checkedUpdate(document, id, kind, {
      [ERROR_CHANNEL]: { code, message, node: id },
    })
    const call = { path: id, config }
    return leave(update, await router.route('error', afterUpdate(state, update, folds), call))
  }
}

/** Computes code reducers in advance, because LangGraph applies reducers synchronously. */
export async function foldAhead(
  state: State,
  update: State,
  foldsAhead: ReadonlyMap<string, FoldAhead>,
): Promise<void> {
  for (const [name, value] of Object.entries(update)) {
    if (state[name] !== undefined) await foldsAhead.get(name)?.(state[name], value)
  }
}

/** Returns LangGraph's state after a node's own update, provided that no other node writes. */
export function afterUpdate(state: State, update: State, folds: ReadonlyMap<string, Fold>): State {
  const seen = { ...state }
  for (const [name, value] of Object.entries(update)) {
    const fold = folds.get(name)
    seen[name] = fold && seen[name] !== undefined ? fold(seen[name], value) : value
  }
  return seen
}
