import type { JsonObject } from '@lathe/contract'
import type { RunView } from './run-view.ts'

type MessageOrigin = { node: string; taskId: string; superstep: number; spanId: string | null }

/** LangGraph's metadata about the origin of a message. */
export function messageMetadata(
  view: RunView,
  { node, taskId, superstep, spanId }: MessageOrigin,
): JsonObject {
  const { runId, threadId, agentId } = view.facts
  const { model, provider } = view.findModel(spanId)
  const address = view.nodeAddress(node, taskId)
  const name = node.split('/').at(-1) ?? node
  return {
    run_id: runId,
    thread_id: threadId,
    assistant_id: agentId,
    langgraph_node: name,
    langgraph_step: superstep,
    langgraph_path: ['__pregel_pull', name],
    langgraph_checkpoint_ns: address,
    checkpoint_ns: address,
    tags: [],
    ...(model !== null && { ls_model_name: model, ls_model_type: 'chat' }),
    ...(provider !== null && { ls_provider: provider }),
  }
}
