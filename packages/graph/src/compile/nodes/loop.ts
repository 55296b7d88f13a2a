import { RemoveMessage } from '@langchain/core/messages'
import type { AIMessage, BaseMessage } from '@langchain/core/messages'
import { REMOVE_ALL_MESSAGES } from '@langchain/langgraph'
import type { GraphDocument, Json, NodeOf } from '@lathe/contract'
import { DEFAULT_STEPS } from '../../kinds/agent-steps.ts'
import { DEFAULT_MESSAGES, writesToMessages } from '../../kinds/uses.ts'
import { isConversation } from '../../state/reducers.ts'
import { buildLoop, buildToolRunner } from '../agent/build-loop.ts'
import type { LoopParts } from '../agent/loop-parts.ts'
import type { LoopState } from '../agent/loop-state.ts'
import {
  callModel,
  refuseStrayCalls,
  toolChoiceOf,
  toolDefinition,
  toolNamed,
} from '../model-call.ts'
import { runNested } from '../nested.ts'
import type { NestedChunk } from '../nested.ts'
import { withId } from '../messages.ts'
import { compilePrompt } from '../prompt.ts'
import type { NodeCall } from '../runtime.ts'
import type { State } from '../state.ts'
import { pick } from './body.ts'
import type { BuiltNode, NodeParts } from './body.ts'

/** Supersteps of one round: summarise, model, approve, tools. */
const ROUND = 4

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
      if (tools.length === 0) refuseStrayCalls(id, reply)
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
    caps: {
      steps: node.maxSteps ?? DEFAULT_STEPS,
      modelCalls: node.maxModelCalls,
      toolCalls: node.maxToolCalls,
      tokens: node.maxTotalTokens,
    },
  })
}

type ModelParts = NodeParts<NodeOf<'model'>> | NodeParts<NodeOf<'agent'>>

function commonParts({ id, node, runtime }: ModelParts): Omit<LoopParts, 'runsTools'> {
  return {
    id,
    title: node.title ?? id,
    runtime,
    model: node.model,
    tools: (node.tools ?? []).map((name) => toolNamed(name, runtime)),
    toolChoice: node.kind === 'model' ? toolChoiceOf(node) : undefined,
    answer: node.answer,
    approvals: new Set(),
    summarize: undefined,
    caps: { steps: DEFAULT_STEPS },
  }
}

function buildConversation(parts: ModelParts, loop: LoopParts): BuiltNode {
  const { node, document, runtime, scopeOf } = parts
  const subgraph = buildLoop(loop)
  const messagesOf = compilePrompt(node.prompt, scopeOf, runtime)
  return {
    subgraph,
    async run(state, call) {
      const prompt = withPromptIds(await messagesOf(state, call))
      const recursionLimit = loop.caps.steps * ROUND + ROUND
      const conversation = conversationOf(node, state)
      const { messages, result } = await runNested<LoopState>(
        { ...call.config, recursionLimit },
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

const PROMPT_ID = 'prompt-'

/** Ids that distinguish messages made from the prompt's text from those of the conversation. */
const withPromptIds = (messages: BaseMessage[]): BaseMessage[] =>
  messages.map((message, index) => withId(message, `${PROMPT_ID}${index}`))

/** Where a node's messages go; undefined if it writes only text or a structured answer. */
const conversationChannel = (node: ModelParts['node']): string | undefined =>
  writesToMessages(node) ? DEFAULT_MESSAGES : node.output?.message

/** The writes of a paused node: its new messages, if they go to a conversation. */
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

/** What the loop said; the whole conversation anew where the loop shortened it. */
function addedMessages(
  given: readonly BaseMessage[],
  messages: readonly BaseMessage[],
  conversation: readonly BaseMessage[],
): BaseMessage[] {
  const givenIds = new Set(given.map((message) => message.id))
  const ids = new Set(messages.map((message) => message.id))
  const isShortened = given.some((message) => !ids.has(message.id))
  if (!isShortened || !conversation.every((message) => givenIds.has(message.id))) {
    return messages.filter((message) => !givenIds.has(message.id))
  }
  const kept = messages.filter((message) => !message.id?.startsWith(PROMPT_ID))
  return [new RemoveMessage({ id: REMOVE_ALL_MESSAGES }), ...kept]
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
    ...(structured && answer !== null && pick(structured.writes, answer)),
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
  const subgraph = buildToolRunner({
    id,
    title: node.title ?? id,
    runtime,
    tools: [...offeredTools].flatMap((name) => runtime.tool(name) ?? []),
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
      const end = await runNested<LoopState>(call.config, {
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
