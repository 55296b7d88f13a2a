import type { JsonObject, Problem, StartRun } from '@lathe/contract'
import { aloneInput, localNames, validateJson } from '@lathe/graph'
import { findTrace } from '../../traces/query/read-traces.ts'
import type { Context } from '../../api/context.ts'
import { invalidInput, invalidInputs } from '../../platform/http/errors.ts'
import type { RunnableGraph } from './runnable-graph.ts'
import { stateSchema } from './steering.ts'

/** Of the graph around a node, which has no part in a run of the node alone. */
const AROUND = new Set([
  'UNREACHABLE',
  'DEAD_END',
  'OPEN_PORT',
  'NEVER_WRITTEN',
  'PARALLEL_WRITE',
  'ASK_WITHOUT_KEY',
])

/** Whether a problem of the graph keeps this node from running alone. */
export function concerns(id: string, { place, code }: Problem): boolean {
  if (place.node !== undefined) return place.node === id && !AROUND.has(code)
  return place.channel !== undefined
}

/** A run of one node, for the state it is given; what it does not say is the channels' default. */
export function planAlone(graph: RunnableGraph, id: string, input: JsonObject) {
  const { document } = graph
  const locals = new Set(localNames(document, id))
  const given = Object.entries(input).filter(([name]) => !locals.has(name))
  const values = Object.fromEntries(given)
  const schema = stateSchema(document, Object.keys(document.state))
  const issues = validateJson({ ...schema, required: [] }, values)
  if (issues.length > 0) {
    throw invalidInputs(issues.map(({ path, message }) => ({ path: `input.${path}`, message })))
  }
  const title = `${document.nodes[id]?.title ?? id} alone`
  return { graph, title, values: aloneInput(document, input) }
}

/** The execution whose answers it is to be given again. */
export async function refuseTape(
  { db, workspaceId }: Context,
  { only, tape }: Pick<StartRun, 'only' | 'tape'>,
): Promise<void> {
  if (!tape) return
  const found = await findTrace(db, workspaceId, tape.runId)
  if (!found) throw invalidInput('tape.runId', 'there is no such run')
  const isThere = found.spans.some(({ id, node }) => id === tape.spanId && node === only)
  if (!isThere) throw invalidInput('tape.spanId', 'this run has no such execution of the node')
}
