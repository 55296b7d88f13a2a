import { Command, GraphDrained } from '@langchain/langgraph'
import type { CompiledGraph } from '@lathe/graph/compile'
import { toJson } from '../record/to-json.ts'
import type { ActiveRun } from './active-run.ts'
import { toFailure } from './failure.ts'
import { observe } from './observe.ts'
import type { Observer } from './observe.ts'
import type { RunOutcome, RunRequest } from './request.ts'
import { belongsTo } from './run-saver.ts'

type WithoutTotals<T> = T extends unknown ? Omit<T, 'totals' | 'firstTokenAt'> : never
export type Ending = WithoutTotals<RunOutcome>

/** How long what was aborted may take to unwind before its spans are ended for it. */
const UNWIND_MS = 2_000

/** The one way a graph runs: always the same stream, whoever watches. */
export async function execute(run: ActiveRun, compile: () => CompiledGraph): Promise<Ending> {
  const { request } = run
  try {
    const graph = compile()
    const observer = observe(run, graph)
    const input = await inputOf(run)
    const stream = await graph.stream(input, {
      configurable: { thread_id: request.threadId, run_id: request.runId },
      streamMode: ['tasks', 'checkpoints'],
      ...stepLimit(request, input === null),
      durability: 'async',
      signal: run.controller.signal,
      control: run.control,
    })
    for await (const [mode, payload] of stream) observer.see(mode, payload)
    await saved(run)
    return completed(run, observer)
  } catch (error) {
    run.gate.close()
    await run.unwinding.settled(UNWIND_MS)
    await saved(run).catch(() => undefined)
    return failed(run, error)
  }
}

/** LangGraph counts two steps before the first node of a run with input, and lets one that goes on take them. */
const BEFORE_NODES = 2

function stepLimit({ budget: { steps } }: RunRequest, goesOn: boolean) {
  if (steps === undefined) return {}
  return { recursionLimit: goesOn ? Math.max(1, steps - BEFORE_NODES) : steps }
}

/** A run is over, or waits, only when it could go on from there. */
async function saved(run: ActiveRun): Promise<void> {
  run.isGraphDone = true
  await run.sink.ordered(true)
  await run.saves.done()
}

/** A crashed run that never reached a checkpoint starts over; any other goes on where it was. */
async function inputOf({ request, saver }: ActiveRun) {
  const { start, input, runId, threadId } = request
  if (start.type === 'answers') return new Command({ resume: start.answers })
  if (start.type === 'input') return input
  const latest = await saver.getTuple({ configurable: { thread_id: threadId } })
  return belongsTo(runId, latest) ? null : input
}

function completed({ request }: ActiveRun, { interrupts, values }: Observer): Ending {
  if (interrupts.length > 0) return { type: 'interrupted', interrupts }
  const output = request.document.output.map((name) => [name, toJson(values[name])])
  return { type: 'success', output: Object.fromEntries(output) }
}

function failed({ request, stop, failedAt }: ActiveRun, thrown: unknown): Ending {
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
  const message = `The run was not done after the ${request.budget.steps} steps it may take`
  return { type: 'error', error: { ...error, message } }
}
