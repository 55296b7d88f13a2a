import { Command } from '@langchain/langgraph'
import type { GraphDocument, RunCommand } from '@lathe/contract'
import { type CompiledGraph, stateUpdate } from '@lathe/graph/compile'

/** As LangGraph takes it for its input: it writes a checkpoint of its own, and goes on from there. */
export const commandOf = (
  graph: CompiledGraph,
  document: GraphDocument,
  { update, goto = [] }: RunCommand,
): Command =>
  new Command({
    ...(update && { update: stateUpdate(document, update) }),
    goto: goto.map((id) => graph.nameOf(id)),
  })
