import type { Checkpoint, CheckpointTuple } from '@langchain/langgraph-checkpoint'
import type { StateSnapshot } from '@langchain/langgraph'
import type { Interrupt, InterruptAnswer } from '@lathe/contract'
import type { CompiledGraph } from '@lathe/graph/compile'
import type { ActiveRun } from './active-run.ts'
import { isWriteInterrupt } from './write-once.ts'

type BreakpointInterrupt = Extract<Interrupt, { kind: 'breakpoint' }>

/** As LangGraph takes them. */
export function breakpointNames(
  { request: { steering } }: ActiveRun,
  graph: Pick<CompiledGraph, 'nameOf'>,
) {
  const { interruptBefore = [], interruptAfter = [] } = steering
  return {
    interruptBefore: interruptBefore.map(graph.nameOf),
    interruptAfter: interruptAfter.map(graph.nameOf),
  }
}

export const hasBreakpoints = ({ request: { steering } }: ActiveRun): boolean =>
  (steering.interruptBefore?.length ?? 0) + (steering.interruptAfter?.length ?? 0) > 0

/**
 * The breakpoint the run stands at, read from its newest checkpoint alone: so that a run whose process dies
 * stops at the same one. A checkpoint whose next step has begun was let through, and so was one whose
 * breakpoint has been answered. LangGraph itself lets a run that goes on pass whatever it stands at.
 */
export async function breakpointAt(
  run: ActiveRun,
  graph: CompiledGraph,
): Promise<BreakpointInterrupt | null> {
  const { steering, start, threadId, runId, document } = run.request
  if (!hasBreakpoints(run)) return null
  const config = { configurable: { thread_id: threadId, run_id: runId } }
  const tuple = await run.saver.getTuple({ configurable: { thread_id: threadId } })
  if (!tuple || (tuple.pendingWrites?.length ?? 0) > 0) return null
  const id = breakpointId(tuple)
  if (start.type === 'answers' && id in start.answers) return null
  const snapshot = await graph.getState(config)
  const next = nodesIn(snapshot.next, graph)
  if (next.length === 0) return null

  const { interruptBefore = [], interruptAfter = [] } = steering
  const ran = interruptAfter.length === 0 ? [] : await findNodesThatRan(run, tuple, graph)
  const after = interruptAfter.filter((node) => ran.includes(node))
  const before = interruptBefore.filter((node) => next.includes(node))
  const nodes = after.length > 0 ? after : before
  const [node] = nodes
  if (node === undefined) return null
  const position = after.length > 0 ? 'after' : 'before'
  const title = nodes.map((nodeId) => document.nodes[nodeId]?.title ?? nodeId).join(', ')
  return { kind: 'breakpoint', id, node, nodes, when: position, title, createdAt: run.clock.now() }
}

/** LangGraph knows nothing of breakpoints it was told to go on from, nor of writes that were asked about. */
export function graphAnswersOnly(
  answers: Readonly<Record<string, InterruptAnswer>>,
): Record<string, InterruptAnswer> {
  const graphAnswers = Object.entries(answers).filter(
    ([id, { kind }]) => kind !== 'breakpoint' && !isWriteInterrupt(id),
  )
  return Object.fromEntries(graphAnswers)
}

const breakpointId = ({ checkpoint }: CheckpointTuple) => `breakpoint-${checkpoint.id}`

const nodesIn = (names: StateSnapshot['next'], { nodeIdOf }: Pick<CompiledGraph, 'nodeIdOf'>) => [
  ...new Set(names.flatMap((name) => nodeIdOf(name) ?? [])),
]

/** The nodes of the superstep that left this checkpoint: what they were triggered by, they have seen since. */
async function findNodesThatRan(
  { saver }: ActiveRun,
  { checkpoint, parentConfig }: CheckpointTuple,
  graph: CompiledGraph,
): Promise<string[]> {
  const parent = parentConfig && (await saver.getTuple(parentConfig))
  const before: Checkpoint['versions_seen'] = parent?.checkpoint.versions_seen ?? {}
  const ran = Object.entries(checkpoint.versions_seen).filter(([name, seen]) =>
    Object.entries(seen).some(([channel, version]) => before[name]?.[channel] !== version),
  )
  return nodesIn(
    ran.map(([name]) => name),
    graph,
  )
}
