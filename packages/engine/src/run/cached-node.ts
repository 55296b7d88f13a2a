import { nodeNames } from '@lathe/graph/compile'
import type { ActiveRun } from './active-run.ts'
import { currentScope } from './scope.ts'
import type { NodeExecution, Scope } from './scope.ts'

type Place = { node: string; taskId: string; superstep: number }

/** A node that was not executed, for its cache had what it would have written. */
export function tellCachedNode({ recorder }: ActiveRun, parentId: string, place: Place): void {
  const { node, superstep } = place
  const span = recorder.start({
    kind: 'chain',
    name: node.split('/').at(-1) ?? node,
    parentId,
    node,
    superstep,
    inputs: null,
    metadata: { cached: true },
  })
  recorder.event({ type: 'node-start', ...place, spanId: span.id })
  recorder.end(span, { status: 'success' })
  recorder.event({
    type: 'node-end',
    ...place,
    spanId: span.id,
    status: 'success',
    durationMs: 0,
    error: null,
    cached: true,
  })
}

/** LangGraph's name of a node differs where a channel is called as the node is. */
function idIn({ request }: ActiveRun, name: string): string {
  const ids = Object.values(request.callees).map(({ document }) => nodeNames(document).idOf(name))
  return ids.find((id) => id !== undefined) ?? name
}

/** Where caches are looked into: between the supersteps of a called agent. */
export type Within = { outer: Scope; superstep: number }

const lastTold = new WeakMap<NodeExecution, number>()

/** Nothing streams from inside a called agent: which superstep comes next is known from those that were. */
export function lookingWithin(run: ActiveRun): Within | null {
  const outer = currentScope()
  if (!outer) return null
  const around = `${outer.node.path}/`
  const steps = [...run.executions.values()]
    .filter((inner) => inner.around === around && inner.top === outer.node.top)
    .map(({ superstep }) => superstep)
  return { outer, superstep: Math.max(lastTold.get(outer.node) ?? 0, ...steps) + 1 }
}

export function tellCachedWithin(
  run: ActiveRun,
  { outer, superstep }: Within,
  { name, print }: { name: string; print: string },
): void {
  lastTold.set(outer.node, superstep)
  const taskId = `${outer.node.taskId} ${superstep} ${print}`
  const node = `${outer.node.path}/${idIn(run, name)}`
  tellCachedNode(run, outer.span.id, { node, taskId, superstep })
}
