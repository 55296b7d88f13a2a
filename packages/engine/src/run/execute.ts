import { Command, GraphDrained, isCommand } from '@langchain/langgraph'
import type { GraphDocument, RunCommand } from '@lathe/contract'
import { type CompiledGraph, stateUpdate } from '@lathe/graph/compile'
import { toJson } from '../record/to-json.ts'
import type { ActiveRun } from './active-run.ts'
import { breakpointAt, breakpointNames, hasBreakpoints, graphAnswersOnly } from './breakpoints.ts'
import { forkCheckpoint } from './checkpoints/fork.ts'
import { belongsTo, isFork, stepsTaken } from './checkpoints/run-saver.ts'
import { toFailure } from './failure.ts'
import { observe, type Observer } from './observe.ts'
import type { RunOutcome, RunRequest } from './request.ts'

/** Converts a command to LangGraph's, which creates its own checkpoint. */
const toCommand = (
  graph: CompiledGraph,
  document: GraphDocument,
  { update, goto = [] }: RunCommand,
): Command =>
  new Command({
    ...(update && { update: stateUpdate(document, update) }),
    goto: goto.map((id) => graph.nameOf(id)),
  })

type WithoutTotals<T> = T extends unknown ? Omit<T, 'totals' | 'firstTokenAt'> : never

export type Ending = WithoutTotals<RunOutcome>

/** Time limit for aborted work to unwind before its spans are ended. */
const UNWIND_MS = 2_000

/** Executes a run's graph. All runs use the same stream, whether or not they are watched. */
export async function execute(
  run: ActiveRun,
  compile: () => Promise<CompiledGraph>,
): Promise<Ending> {
  const { request } = run
  try {
    const graph = await compile()
    run.findNodeId = (name) => graph.findNodeId(name)
    const observer = observe(run, graph)
    const waiting = await findPendingBreakpoint(run, graph)
    if (waiting) return { type: 'interrupted', interrupts: [waiting] }
    const input = await graphInput(run, graph)
    const stream = await graph.stream(input, {
      configurable: { thread_id: request.threadId, run_id: request.runId },
      streamMode: ['tasks', 'checkpoints'],
      ...(await stepLimit(run, input)),
      ...(hasBreakpoints(run) && breakpointNames(run, graph)),
      durability: 'async',
      signal: run.controller.signal,
      control: run.control,
    })
    for await (const [mode, payload] of stream) observer.process(mode, payload)
    await flushSaves(run)
    observer.handlePause()
    const breakpoint = await findBreakpointStop(run, graph, observer)
    return breakpoint
      ? { type: 'interrupted', interrupts: [breakpoint] }
      : toCompletedEnding(run, observer)
  } catch (error) {
    run.gate.close()
    await run.unwinding.waitForAll(UNWIND_MS)
    await flushSaves(run).catch(() => undefined)
    return toFailedEnding(run, error)
  }
}

/**
 * LangGraph counts two steps before the first node of a run with input, but not for a resumed one.
 */
const BEFORE_NODES = 2

/** Returns the remaining steps. Steps before a pause or crash count. */
async function stepLimit(
  { request, saver }: ActiveRun,
  input: Command | RunRequest['input'],
): Promise<{ recursionLimit?: number }> {
  const { budget, start, runId, threadId } = request
  if (budget.steps === undefined) return {}
  if (input !== null && !isCommand(input)) return { recursionLimit: budget.steps }
  const latest =
    start.type === 'input'
      ? undefined
      : await saver.getTuple({ configurable: { thread_id: threadId } })
  return { recursionLimit: Math.max(1, budget.steps - BEFORE_NODES - stepsTaken(runId, latest)) }
}

/** Waits for all checkpoints, so that a finished or paused run can be resumed. */
async function flushSaves(run: ActiveRun): Promise<void> {
  run.isGraphDone = true
  await run.saves.done()
}

async function findBreakpointStop(run: ActiveRun, graph: CompiledGraph, observer: Observer) {
  if (!hasBreakpoints(run) || observer.interrupts.length > 0) return null
  await observer.readLatestState(graph)
  return breakpointAt(run, graph)
}

/** A breakpoint counts only if this run resumes at it. Breakpoints of other runs are ignored. */
async function findPendingBreakpoint(run: ActiveRun, graph: CompiledGraph) {
  const { start, runId, threadId } = run.request
  if (start.type === 'input' || !hasBreakpoints(run)) return null
  const latest = await run.saver.getTuple({ configurable: { thread_id: threadId } })
  return belongsTo(runId, latest) && !isFork(latest) ? breakpointAt(run, graph) : null
}

/**
 * Returns the graph's input. A crashed run without a checkpoint starts over, any other one resumes.
 */
async function graphInput(run: ActiveRun, graph: CompiledGraph) {
  const { start, input, runId, threadId, runOptions: options } = run.request
  if (start.type === 'answers') {
    const resume = graphAnswersOnly(start.answers)
    return Object.keys(resume).length > 0 ? new Command({ resume }) : null
  }
  if (start.type === 'continue') {
    const latest = await run.saver.getTuple({ configurable: { thread_id: threadId } })
    if (belongsTo(runId, latest)) return null
  }
  if (options.checkpoint) await forkCheckpoint(run, graph, options.checkpoint)
  return options.command ? toCommand(graph, run.request.document, options.command) : input
}

function toCompletedEnding(
  { request }: ActiveRun,
  { interrupts, values, lastWrites: written }: Observer,
): Ending {
  if (interrupts.length > 0) return { type: 'interrupted', interrupts }
  if (request.runOptions.only !== undefined) return { type: 'success', output: toJson(written) }
  const output = request.document.output.map((name) => [name, toJson(values[name])])
  return { type: 'success', output: Object.fromEntries(output) }
}

function toFailedEnding({ request, stop, failedAt }: ActiveRun, thrown: unknown): Ending {
  switch (stop?.type) {
    case 'cancelled':
    case 'timeout':
      return stop
    case 'handed-over':
      return { type: 'drained' }
    default:
  }
  if (thrown instanceof GraphDrained) {
    return stop ? { type: 'error', error: stop.error } : { type: 'drained' }
  }
  // Several nodes may have failed in one superstep.
  const first: unknown = thrown instanceof AggregateError ? thrown.errors[0] : thrown
  const node = first instanceof Error ? failedAt.get(first) : undefined
  const error = toFailure(first, node)
  if (error.code !== 'RECURSION_LIMIT' || node !== undefined) return { type: 'error', error }
  const message = `The run reached its limit of ${request.budget.steps} steps`
  return { type: 'error', error: { ...error, message } }
}
