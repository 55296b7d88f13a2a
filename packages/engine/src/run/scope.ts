import { AsyncLocalStorage } from 'node:async_hooks'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import type { CallAddress, ExchangeKind } from '@lathe/contract'
import type { NodeCall } from '@lathe/graph/compile'
import type { OpenSpan } from '../record/recorder.ts'
import type { ActiveRun, NodeExecution } from './active-run.ts'
/** What code deep inside a run cannot be handed: whose it is, and which span is open around it. */
export type Scope = {
  readonly run: ActiveRun
  readonly node: NodeExecution
  /** Each try of a model call has its own. */
  span: OpenSpan
  /** The node's, with the part of it that is at work: `research/tools`. */
  readonly path: string
  /** Where in a node that is a graph of its own; 0 in any other. */
  readonly position: number
}

const storage = new AsyncLocalStorage<Scope>()

export const currentScope = (): Scope | undefined => storage.getStore()

export const inScope = <T>(scope: Scope, execute: () => T): T => storage.run(scope, execute)

export function getScope(): Scope {
  const scope = storage.getStore()
  if (!scope) throw new Error('The world is touched outside a run')
  return scope
}

/** The same on every execution of the same graph; asking for it counts as a call. */
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
    ...(node.within.length > 0 && { within: [...node.within] }),
  }
}

/** More calls than one step of a node's own graph makes side by side. */
const STEP = 1_000

/**
 * A node that is a graph of its own goes on in the middle after a pause or a crash, and then its calls must
 * not be counted from the start again: its own steps, which are saved, tell them apart.
 */
export function scopeAt(scope: Scope, { path, config }: NodeCall): Scope {
  const isInner = (config.executionInfo?.taskId ?? '') !== scope.node.taskId
  return {
    ...scope,
    path: scope.node.around + path,
    position: isInner ? getStep(config) * STEP + getCopyIndex(config) : 0,
  }
}

export function getStep({ metadata }: LangGraphRunnableConfig): number {
  const step: unknown = metadata?.['langgraph_step']
  return typeof step === 'number' ? step : 0
}

/** Of several tasks that one step sends to the same node, which one. */
function getCopyIndex({ metadata }: LangGraphRunnableConfig): number {
  const path: unknown = metadata?.['langgraph_path']
  const index: unknown = Array.isArray(path) ? path[1] : 0
  return typeof index === 'number' ? index : 0
}

export function createCallCounter(): NodeExecution['countCall'] {
  const counts = new Map<string, number>()
  return (key) => {
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return count
  }
}
