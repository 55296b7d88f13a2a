import { addedMessages, buildLoop, recursionLimit, withPromptIds } from '@lathe-ai/runtime'
import type { LoopOptions, LoopState, NestedChunk } from '@lathe-ai/runtime'
import { pickPaths } from '@lathe-ai/runtime/values'
import type { AIMessage, BaseMessage } from '@langchain/core/messages'
import type { GraphDocument, Json, NodeOf } from '@lathe/contract'
import { DEFAULT_MESSAGES, DEFAULT_STEPS, writesToMessages } from '@lathe/nodes'
import { isConversation } from '../../state/reducers.ts'
import { answerFormat } from '../pauses/answer.ts'
import { loopHost } from '../agents/loop-host.ts'
import { nodeToolChoice, toolNamed } from '../agents/model-call.ts'
import { runPausable } from '../pauses/paused-writes.ts'
import { compilePrompt } from '../agents/prompt.ts'
import type { State } from '../state.ts'
import type { BuiltNode, NodeParts } from './body.ts'

type ModelParts = NodeParts<NodeOf<'model'>> | NodeParts<NodeOf<'agent'>>

/** Options that model and agent nodes share. */
export function loopOptions({ id, node, runtime }: ModelParts): Omit<LoopOptions, 'runsTools'> {
  const { model, title = id } = node
  const tools = (node.tools ?? []).map((name) => toolNamed(name, runtime))
  const toolChoice = node.kind === 'model' ? nodeToolChoice(node) : undefined
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

/** Returns the metadata of a step inside a node. */
export const stepMetadata = (id: string) => (step: string) => ({ lathe_node: `${id}/${step}` })

/** Runs the loop of model and tools as a subgraph that can pause. */
export function buildConversation(parts: ModelParts, loop: LoopOptions): BuiltNode {
  const { node, document, runtime, createScope } = parts
  const subgraph = buildLoop(loop)
  const renderMessages = compilePrompt(node.prompt, createScope, runtime)
  return {
    subgraph,
    async run(state, call) {
      const prompt = withPromptIds(await renderMessages(state, call))
      const conversation = readConversation(node, state)
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
        update: modelUpdate(node, node.kind === 'model' ? [reply] : added, reply, result ?? null),
      }
    },
  }
}

/** The channel of a node's messages; undefined if it writes only text or a structured answer. */
const conversationChannel = (node: ModelParts['node']): string | undefined =>
  writesToMessages(node) ? DEFAULT_MESSAGES : node.output?.message

/** Returns a paused node's new messages, if they go to a conversation. */
export function conversationWrites(
  document: GraphDocument,
  channel: string | undefined,
  messages: BaseMessage[],
): State {
  if (channel === undefined || messages.length === 0) return {}
  return isConversation(document.state[channel]) ? { [channel]: messages } : {}
}

function readConversation({ output }: ModelParts['node'], state: State): BaseMessage[] {
  const channelValue = state[output?.message ?? DEFAULT_MESSAGES]
  return Array.isArray(channelValue) ? channelValue : []
}

/** Returns the channels that a model writes: its text, message and structured answer. */
export function modelUpdate(
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
