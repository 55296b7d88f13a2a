import { AsyncLocalStorage } from 'node:async_hooks'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import type { CallAddress, ExchangeKind } from '@lathe/contract'
import type { NodeCall } from '@lathe/graph/compile'
import type { OpenSpan } from '../record/recorder.ts'
import type { ActiveRun, NodeExecution } from './active-run.ts'
/** The run and the open span, for code deep inside a run. */
export type Scope = {
  readonly run: ActiveRun
  readonly node: NodeExecution
  /** Each attempt of a model call has its own. */
  span: OpenSpan
  /** Node path with the active part of it: `research/tools`. */
  readonly path: string
  /** Position within a node that is a graph. 0 in other nodes. */
  readonly position: number
}

export const scopeContext = new AsyncLocalStorage<Scope>()

/** The scope of the current call, undefined outside a run. */
export const currentScope = (): Scope | undefined => scopeContext.getStore()

/** Returns the scope of the current call. Throws outside a run. */
export function getScope(): Scope {
  const scope = scopeContext.getStore()
  if (!scope) throw new Error('A call was made outside a run')
  return scope
}

/**
 * Returns the address of a call, which is equal in each execution of the same graph. Counts as a
 * call.
 */
export function callAddress(
  { node, path, position }: Scope,
  kind: ExchangeKind,
  name: string,
): CallAddress {
  return {
    path: path.split('/'),
    superstep: node.superstep,
    branch: node.branch,
    ordinal: position + node.countCall(`${kind} ${name} ${path} ${position}`),
    ...(node.outerNodes.length > 0 && { within: [...node.outerNodes] }),
  }
}

/** More than the parallel calls of one step of a node's own graph. */
const STEP = 1_000

/**
 * Returns the scope of a call within a node. A node that is a graph resumes in the middle, so its
 * saved steps are part of the address instead of a count from the start.
 */
export function scopeAt(scope: Scope, { path, config }: NodeCall): Scope {
  const isInner = (config.executionInfo?.taskId ?? '') !== scope.node.taskId
  return {
    ...scope,
    path: scope.node.agentPath + path,
    position: isInner ? getStep(config) * STEP + getCopyIndex(config) : 0,
  }
}

/** The number of the LangGraph step in a config, 0 outside a step. */
export function getStep({ metadata }: LangGraphRunnableConfig): number {
  const step: unknown = metadata?.['langgraph_step']
  return typeof step === 'number' ? step : 0
}

/** Index among the tasks that one step sends to the same node. */
function getCopyIndex({ metadata }: LangGraphRunnableConfig): number {
  const path: unknown = metadata?.['langgraph_path']
  const index: unknown = Array.isArray(path) ? path[1] : 0
  return typeof index === 'number' ? index : 0
}

/** Creates a counter that numbers the calls of each key from 0. */
export function createCallCounter(): NodeExecution['countCall'] {
  const counts = new Map<string, number>()
  return (key) => {
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return count
  }
}
