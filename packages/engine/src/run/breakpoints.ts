import type { Checkpoint, CheckpointTuple } from '@langchain/langgraph-checkpoint'
import type { StateSnapshot } from '@langchain/langgraph'
import type { Interrupt, InterruptAnswer } from '@lathe/contract'
import type { CompiledGraph } from '@lathe/graph/compile'
import type { ActiveRun } from './active-run.ts'
import { isWriteInterrupt } from './write-once.ts'

type BreakpointInterrupt = Extract<Interrupt, { kind: 'breakpoint' }>

/** Returns the breakpoints in LangGraph's format. */
export function breakpointNames(
  { request: { runOptions: options } }: ActiveRun,
  graph: Pick<CompiledGraph, 'nameOf'>,
) {
  const { interruptBefore = [], interruptAfter = [] } = options
  return {
    interruptBefore: interruptBefore.map(graph.nameOf),
    interruptAfter: interruptAfter.map(graph.nameOf),
  }
}

/** Whether a run has a breakpoint before or after a node. */
export const hasBreakpoints = ({ request: { runOptions: options } }: ActiveRun): boolean =>
  (options.interruptBefore?.length ?? 0) + (options.interruptAfter?.length ?? 0) > 0

/**
 * Returns the breakpoint that the run has reached, read from its last checkpoint, so that a run
 * whose process died stops at the same one. A checkpoint is passed if its next step has started or
 * its breakpoint was answered. LangGraph itself lets a resumed run pass every breakpoint.
 */
export async function breakpointAt(
  run: ActiveRun,
  graph: CompiledGraph,
): Promise<BreakpointInterrupt | null> {
  const { runOptions: options, start, threadId, runId, document } = run.request
  if (!hasBreakpoints(run)) return null
  const config = { configurable: { thread_id: threadId, run_id: runId } }
  const tuple = await run.saver.getTuple({ configurable: { thread_id: threadId } })
  if (!tuple || (tuple.pendingWrites?.length ?? 0) > 0) return null
  const id = breakpointId(tuple)
  if (start.type === 'answers' && id in start.answers) return null
  const snapshot = await graph.getState(config)
  const next = nodesIn(snapshot.next, graph)
  if (next.length === 0) return null

  const { interruptBefore = [], interruptAfter = [] } = options
  const executedNodes = interruptAfter.length === 0 ? [] : await findNodesThatRan(run, tuple, graph)
  const after = interruptAfter.filter((node) => executedNodes.includes(node))
  const before = interruptBefore.filter((node) => next.includes(node))
  const nodes = after.length > 0 ? after : before
  const [node] = nodes
  if (node === undefined) return null
  const position = after.length > 0 ? 'after' : 'before'
  const title = nodes.map((nodeId) => document.nodes[nodeId]?.title ?? nodeId).join(', ')
  return { kind: 'breakpoint', id, node, nodes, when: position, title, createdAt: run.clock.now() }
}

/**
 * Returns the answers to LangGraph's own interrupts, without those to breakpoints and unconfirmed
 * side effects.
 */
export function graphAnswersOnly(
  answers: Readonly<Record<string, InterruptAnswer>>,
): Record<string, InterruptAnswer> {
  const graphAnswers = Object.entries(answers).filter(
    ([id, { kind }]) => kind !== 'breakpoint' && !isWriteInterrupt(id),
  )
  return Object.fromEntries(graphAnswers)
}

const breakpointId = ({ checkpoint }: CheckpointTuple) => `breakpoint-${checkpoint.id}`

const nodesIn = (
  names: StateSnapshot['next'],
  { findNodeId }: Pick<CompiledGraph, 'findNodeId'>,
) => [...new Set(names.flatMap((name) => findNodeId(name) ?? []))]

/**
 * Returns the nodes of the superstep before a checkpoint: those that have seen new channel
 * versions.
 */
async function findNodesThatRan(
  { saver }: ActiveRun,
  { checkpoint, parentConfig }: CheckpointTuple,
  graph: CompiledGraph,
): Promise<string[]> {
  const parent = parentConfig && (await saver.getTuple(parentConfig))
  const before: Checkpoint['versions_seen'] = parent?.checkpoint.versions_seen ?? {}
  const executedNodes = Object.entries(checkpoint.versions_seen).filter(([name, seen]) =>
    Object.entries(seen).some(([channel, version]) => before[name]?.[channel] !== version),
  )
  return nodesIn(
    executedNodes.map(([name]) => name),
    graph,
  )
}
