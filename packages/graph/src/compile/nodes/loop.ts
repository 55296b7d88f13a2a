import {
  addedMessages,
  buildLoop,
  buildToolRunner,
  recursionLimit,
  refuseToolCalls,
  withPromptIds,
} from '@lathe-ai/runtime'
import type { LoopOptions, LoopState, NestedChunk } from '@lathe-ai/runtime'
import { pickPaths } from '@lathe-ai/runtime/values'
import type { AIMessage, BaseMessage } from '@langchain/core/messages'
import type { GraphDocument, Json, NodeOf } from '@lathe/contract'
import { DEFAULT_MESSAGES, DEFAULT_STEPS, writesToMessages } from '@lathe/nodes'
import { isConversation } from '../../state/reducers.ts'
import { answerFormat } from '../pauses/answer.ts'
import { loopHost } from '../agents/loop-host.ts'
import { callModel, toolChoiceOf, toolDefinition, toolNamed } from '../agents/model-call.ts'
import { runPausable } from '../pauses/paused-writes.ts'
import { compilePrompt } from '../agents/prompt.ts'
import type { NodeCall } from '../runtime.ts'
import type { State } from '../state.ts'
import type { BuiltNode, NodeParts } from './body.ts'

export function buildModel(parts: NodeParts<NodeOf<'model'>>): BuiltNode {
  const { id, node, runtime, scopeOf } = parts
  if (node.answer) return buildConversation(parts, { ...commonParts(parts), runsTools: false })
  const messagesOf = compilePrompt(node.prompt, scopeOf, runtime)
  const tools = (node.tools ?? []).map((name) => toolDefinition(toolNamed(name, runtime)))
  const toolChoice = toolChoiceOf(node)
  return {
    async run(state, call) {
      const messages = await messagesOf(state, call)
      const reply = await callModel(
        runtime,
        { model: node.model, messages, tools, toolChoice },
        call,
      )
      if (tools.length === 0) refuseToolCalls(id, reply)
      return { update: written(node, [reply], reply, null) }
    },
  }
}

export function buildAgent(parts: NodeParts<NodeOf<'agent'>>): BuiltNode {
  const { node } = parts
  return buildConversation(parts, {
    ...commonParts(parts),
    runsTools: true,
    approvals: new Set(node.approvals),
    summarize: node.summarize,
    limits: {
      steps: node.maxSteps ?? DEFAULT_STEPS,
      modelCalls: node.maxModelCalls,
      toolCalls: node.maxToolCalls,
      tokens: node.maxTotalTokens,
    },
  })
}

type ModelParts = NodeParts<NodeOf<'model'>> | NodeParts<NodeOf<'agent'>>

function commonParts({ id, node, runtime }: ModelParts): Omit<LoopOptions, 'runsTools'> {
  const { model, title = id } = node
  const tools = (node.tools ?? []).map((name) => toolNamed(name, runtime))
  const toolChoice = node.kind === 'model' ? toolChoiceOf(node) : undefined
  return {
    name: id,
    tools,
    host: loopHost({ id, title, runtime, tools, model, toolChoice }),
    metadata: stepMetadata(id),
    answer: node.answer && answerFormat(node.answer),
    approvals: new Set(),
    summarize: undefined,
    limits: { steps: DEFAULT_STEPS },
  }
}

const stepMetadata = (id: string) => (step: string) => ({ lathe_node: `${id}/${step}` })

function buildConversation(parts: ModelParts, loop: LoopOptions): BuiltNode {
  const { node, document, runtime, scopeOf } = parts
  const subgraph = buildLoop(loop)
  const messagesOf = compilePrompt(node.prompt, scopeOf, runtime)
  return {
    subgraph,
    async run(state, call) {
      const prompt = withPromptIds(await messagesOf(state, call))
      const conversation = conversationOf(node, state)
      const { messages, result } = await runPausable<LoopState>(
        { ...call.config, recursionLimit: recursionLimit(loop.limits) },
        {
          // The cast holds: the states are what the loop's channels hold.
          stream: (config) =>
            subgraph.stream({ messages: prompt }, config) as Promise<
              AsyncIterable<NestedChunk<LoopState>>
            >,
          writesSoFar: (paused) =>
            conversationWrites(
              document,
              conversationChannel(node),
              addedMessages(prompt, paused.messages, conversation),
            ),
        },
      )
      const reply = messages.at(-1) as AIMessage
      const added = addedMessages(prompt, messages, conversation)
      return {
        update: written(node, node.kind === 'model' ? [reply] : added, reply, result ?? null),
      }
    },
  }
}

/** The channel of a node's messages; undefined if it writes only text or a structured answer. */
const conversationChannel = (node: ModelParts['node']): string | undefined =>
  writesToMessages(node) ? DEFAULT_MESSAGES : node.output?.message

/** Returns a paused node's new messages, if they go to a conversation. */
function conversationWrites(
  document: GraphDocument,
  channel: string | undefined,
  messages: BaseMessage[],
): State {
  if (channel === undefined || messages.length === 0) return {}
  return isConversation(document.state[channel]) ? { [channel]: messages } : {}
}

function conversationOf({ output }: ModelParts['node'], state: State): BaseMessage[] {
  const held = state[output?.message ?? DEFAULT_MESSAGES]
  return Array.isArray(held) ? held : []
}

function written(
  node: ModelParts['node'],
  messages: BaseMessage[],
  reply: AIMessage,
  answer: Json,
): State {
  if (writesToMessages(node)) return { [DEFAULT_MESSAGES]: messages }
  const { output, answer: structured } = node
  return {
    ...(structured && answer !== null && pickPaths(structured.writes, answer)),
    ...(output?.text !== undefined && { [output.text]: reply.text }),
    ...(output?.message !== undefined && { [output.message]: messages }),
  }
}

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
    async run(state, call: NodeCall) {
      const held = state[node.channel]
      const conversation: BaseMessage[] = Array.isArray(held) ? held : []
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
