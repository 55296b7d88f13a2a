import { buildToolRunner } from '@lathe-ai/runtime'
import type { LoopState, NestedChunk } from '@lathe-ai/runtime'
import type { BaseMessage } from '@langchain/core/messages'
import type { NodeOf } from '@lathe/contract'
import { loopHost } from '../agents/loop-host.ts'
import { runPausable } from '../pauses/paused-writes.ts'
import type { BuiltNode, NodeParts } from './body.ts'
import { conversationWrites, stepMetadata } from './conversation.ts'

export function buildTools({
  id,
  node,
  document,
  runtime,
  offeredTools,
}: NodeParts<NodeOf<'tools'>>): BuiltNode {
  const tools = [...offeredTools].flatMap((name) => runtime.tool(name) ?? [])
  const subgraph = buildToolRunner({
    name: id,
    tools,
    host: loopHost({ id, title: node.title ?? id, runtime, tools }),
    metadata: stepMetadata(id),
    approvals: new Set(node.approvals),
  })
  return {
    subgraph,
    async run(state, call) {
      const channelValue = state[node.channel]
      const conversation: BaseMessage[] = Array.isArray(channelValue) ? channelValue : []
      // By id: after a pause the messages come from a checkpoint.
      const before = new Set(conversation.map(({ id }) => id))
      const added = ({ messages }: LoopState) => messages.filter(({ id }) => !before.has(id))
      const end = await runPausable<LoopState>(call.config, {
        stream: (config) =>
          subgraph.stream({ messages: conversation }, config) as Promise<
            AsyncIterable<NestedChunk<LoopState>>
          >,
        writesSoFar: (paused) => conversationWrites(document, node.channel, added(paused)),
      })
      return { update: { [node.channel]: added(end) } }
    },
  }
}
