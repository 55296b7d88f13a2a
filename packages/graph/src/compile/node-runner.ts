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

/** A node as LangGraph calls it: its update alone where its edges are plain, else with where to go. */
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

/** Takes over after a node's last attempt: writes what went wrong and leaves by the error port. */
export function errorRunner({ document, runtime, id, kind, router, folds }: RunnerParts) {
  return async (
    state: State,
    failed: { error: unknown },
    config: LangGraphRunnableConfig = {},
  ): Promise<Command> => {
    const { code, message } = runtime.describeError(failed.error)
    // LangGraph takes the failure itself for handled, even when it is thrown again.
    if (code === 'ABORTED') throw new NodeFailure(code, message, { node: id, cause: failed.error })
    const update = checkedUpdate(document, id, kind, {
      [ERROR_CHANNEL]: { code, message, node: id },
    })
    const call = { path: id, config }
    return leave(update, await router.route('error', afterUpdate(state, update, folds), call))
  }
}

/** LangGraph applies reducers synchronously, so they are computed here for as long as they may take. */
export async function foldAhead(
  state: State,
  update: State,
  foldsAhead: ReadonlyMap<string, FoldAhead>,
): Promise<void> {
  for (const [name, value] of Object.entries(update)) {
    if (state[name] !== undefined) await foldsAhead.get(name)?.(state[name], value)
  }
}

/** What a node sees after its own write, as LangGraph will have it unless others write too. */
export function afterUpdate(state: State, update: State, folds: ReadonlyMap<string, Fold>): State {
  const seen = { ...state }
  for (const [name, value] of Object.entries(update)) {
    const fold = folds.get(name)
    seen[name] = fold && seen[name] !== undefined ? fold(seen[name], value) : value
  }
  return seen
}
