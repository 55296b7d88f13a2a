import type { JsonObject, Problem, StartRun } from '@lathe/contract'
import { aloneInput, localNames, validateJson } from '@lathe/graph'
import { findTrace } from '../../traces/query/read-traces.ts'
import type { Context } from '../../api/context.ts'
import { invalidInput, invalidInputs } from '../../platform/http/errors.ts'
import type { RunnableGraph } from './runnable-graph.ts'
import { stateSchema } from './run-options.ts'

/** Problems of the surrounding graph that do not matter when one node runs alone. */
const SURROUNDING_PROBLEMS = new Set([
  'UNREACHABLE',
  'DEAD_END',
  'OPEN_PORT',
  'NEVER_WRITTEN',
  'PARALLEL_WRITE',
  'ASK_WITHOUT_KEY',
])

/** Whether a problem keeps this node from running alone. */
export function concerns(id: string, { location, code }: Problem): boolean {
  if (location.node !== undefined) return location.node === id && !SURROUNDING_PROBLEMS.has(code)
  return location.channel !== undefined
}

/** Plans a run of one node with the given state. Missing channels take their defaults. */
export function planAlone(graph: RunnableGraph, id: string, input: JsonObject) {
  const { document } = graph
  const locals = new Set(localNames(document, id))
  const nodeInput = Object.entries(input).filter(([name]) => !locals.has(name))
  const values = Object.fromEntries(nodeInput)
  const schema = stateSchema(document, Object.keys(document.state))
  const issues = validateJson({ ...schema, required: [] }, values)
  if (issues.length > 0) {
    throw invalidInputs(issues.map(({ path, message }) => ({ path: `input.${path}`, message })))
  }
  const title = `${document.nodes[id]?.title ?? id} alone`
  return { graph, title, values: aloneInput(document, input) }
}

/** Checks that the execution to replay exists. */
export async function rejectMissingRecording(
  { db, workspaceId }: Context,
  { only, recording }: Pick<StartRun, 'only' | 'recording'>,
): Promise<void> {
  if (!recording) return
  const found = await findTrace(db, workspaceId, recording.runId)
  if (!found) throw invalidInput('recording.runId', 'no such run')
  const isThere = found.spans.some(({ id, node }) => id === recording.spanId && node === only)
  if (!isThere)
    throw invalidInput('recording.spanId', 'this run did not execute the node that often')
}
