import { AsyncLocalStorage } from 'node:async_hooks'
import type { CallAddress, ExchangeKind } from '@lathe/contract'
import type { OpenSpan } from '../record/recorder.ts'
import type { ActiveRun } from './active-run.ts'

/** One execution of one document node; a retried or resumed task has a new one. */
export type NodeExecution = {
  /** With the path of sub-graphs before it: `research/search`. */
  readonly path: string
  readonly taskId: string
  readonly superstep: number
  /** Hash of the fan-out payload; null outside a fan-out. */
  readonly branch: string | null
  readonly span: OpenSpan
  /** How many calls of this kind and name it has made before. */
  countCall(kind: ExchangeKind, name: string): number
}

/** What code deep inside a run cannot be handed: whose it is, and which span is open around it. */
export type Scope = {
  readonly run: ActiveRun
  readonly node: NodeExecution
  /** Each try of a model call has its own. */
  span: OpenSpan
  /** The node's, with the part of it that is at work: `research/tools`. */
  readonly path: string
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
export function callAddress({ node, path }: Scope, kind: ExchangeKind, name: string): CallAddress {
  return {
    path: path.split('/'),
    superstep: node.superstep,
    branch: node.branch,
    ordinal: node.countCall(kind, name),
  }
}

export function callCounter(): NodeExecution['countCall'] {
  const counts = new Map<string, number>()
  return (kind, name) => {
    const key = `${kind} ${name}`
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return count
  }
}
