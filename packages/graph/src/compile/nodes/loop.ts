import { RemoveMessage } from '@langchain/core/messages'
import type { AIMessage, BaseMessage } from '@langchain/core/messages'
import { REMOVE_ALL_MESSAGES } from '@langchain/langgraph'
import type { Json, NodeOf } from '@lathe/contract'
import { DEFAULT_STEPS } from '../../kinds/agent-steps.ts'
import { DEFAULT_MESSAGES } from '../../kinds/uses.ts'
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

function buildConversation({ node, runtime, scopeOf }: ModelParts, loop: LoopParts): BuiltNode {
  const subgraph = buildLoop(loop)
  const messagesOf = compilePrompt(node.prompt, scopeOf, runtime)
  return {
    subgraph,
    async run(state, call) {
      const given = withPromptIds(await messagesOf(state, call))
      const recursionLimit = loop.caps.steps * ROUND + ROUND
      const end = await runNested({ ...call.config, recursionLimit }, (config) =>
        subgraph.invoke({ messages: given }, config),
      )
      // The graph's own type of its state is what its channels hold.
      const { messages, result } = end as LoopState
      const reply = messages.at(-1) as AIMessage
      const added = addedMessages(given, messages, conversationOf(node, state))
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
  { output, answer: asked }: ModelParts['node'],
  messages: BaseMessage[],
  reply: AIMessage,
  answer: Json,
): State {
  const hasOutput = output?.text !== undefined || output?.message !== undefined
  if (!hasOutput && !asked) return { [DEFAULT_MESSAGES]: messages }
  return {
    ...(asked && answer !== null && pick(asked.writes, answer)),
    ...(output?.text !== undefined && { [output.text]: reply.text }),
    ...(output?.message !== undefined && { [output.message]: messages }),
  }
}

export function buildTools({
  id,
  node,
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
      const given: BaseMessage[] = Array.isArray(held) ? held : []
      const end = await runNested(call.config, (config) =>
        subgraph.invoke({ messages: given }, config),
      )
      const { messages } = end as LoopState
      return { update: { [node.channel]: messages.filter((message) => !given.includes(message)) } }
    },
  }
}
