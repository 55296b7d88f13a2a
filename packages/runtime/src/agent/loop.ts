import {
  addMessages,
  type BaseChannel,
  BinaryOperatorAggregate,
  END,
  type LangGraphRunnableConfig,
  REMOVE_ALL_MESSAGES,
  START,
  StateGraph,
} from '@langchain/langgraph'
import { LastValue } from '@langchain/langgraph/channels'
import type { Json } from '../json.ts'
import {
  type AgentLimits,
  type LoopOptions,
  type LoopState,
  type LoopUpdate,
  STEPS,
  type ToolOptions,
} from './loop-options.ts'
import { answerStep, modelStep } from './model-steps.ts'
import { pendingCalls } from './tool-calls.ts'
import { approveStep, sendCalls, toolStep } from './tool-steps.ts'
import {
  type BaseMessage,
  getBufferString,
  HumanMessage,
  RemoveMessage,
  SystemMessage,
} from '@langchain/core/messages'
import { countTokens } from '../messages.ts'

const SUPERSTEPS_PER_ROUND = 4

/** Returns a recursion limit that the loop's own limits reach first. */
export const recursionLimit = ({ steps }: AgentLimits): number => (steps + 1) * SUPERSTEPS_PER_ROUND

const counter = () =>
  new BinaryOperatorAggregate<number>(
    (a, b) => a + b,
    () => 0,
  )

type Reducer = (current: unknown, update: unknown) => unknown

function loopGraph() {
  const channels: Record<keyof LoopState, BaseChannel> = {
    // The cast holds: messages are made before they are written.
    messages: new BinaryOperatorAggregate<unknown>(addMessages as Reducer, () => []),
    modelCalls: counter(),
    toolCalls: counter(),
    tokens: counter(),
    asked: counter(),
    result: new LastValue<Json>(),
  }
  return new StateGraph<Record<string, BaseChannel>, LoopState, LoopUpdate, string>(channels)
}

type LoopGraph = ReturnType<typeof loopGraph>

/** Builds the agent loop as a graph: each step has its own checkpoint, each tool call its own task. */
export function buildLoop(options: LoopOptions) {
  const graph = loopGraph()
  const first = options.summarize ? STEPS.summarize : STEPS.model
  const hasAnswer = options.answer !== undefined
  if (options.summarize) {
    graph.addNode(STEPS.summarize, summarizeStep(options), withMetadata(options, STEPS.summarize))
    graph.addEdge(STEPS.summarize, STEPS.model)
  }
  const ends = [
    END,
    first,
    ...(options.runsTools ? toolNodes(options) : []),
    ...(hasAnswer ? [STEPS.answer] : []),
  ]
  graph.addNode(STEPS.model, modelStep(options, first), {
    ...withMetadata(options, STEPS.model),
    ends,
  })
  if (options.runsTools) addToolSteps(graph, options, first)
  if (hasAnswer) {
    graph.addNode(STEPS.answer, answerStep(options), {
      ...withMetadata(options, STEPS.answer),
      ends: [STEPS.answer, END],
    })
  }
  graph.addEdge(START, first)
  return graph.compile({ name: options.name })
}

/** Builds a graph that only runs the pending calls of the last reply. */
export function buildToolRunner(options: ToolOptions) {
  const graph = loopGraph()
  addToolSteps(graph, options, END)
  graph.addConditionalEdges(
    START,
    (state) => {
      const { calls } = pendingCalls(state.messages)
      return calls.length > 0 ? sendCalls(options, state, calls) : END
    },
    [...toolNodes(options), END],
  )
  return graph.compile({ name: options.name })
}

export type BuiltLoop = ReturnType<typeof buildLoop>

function addToolSteps(graph: LoopGraph, options: ToolOptions, next: string): void {
  graph.addNode(STEPS.tools, toolStep(options), withMetadata(options, STEPS.tools))
  graph.addEdge(STEPS.tools, next)
  if (options.approvals.size === 0) return
  graph.addNode(STEPS.approve, approveStep(options, next), {
    ...withMetadata(options, STEPS.approve),
    ends: [STEPS.tools, next],
  })
}

const toolNodes = ({ approvals }: ToolOptions): string[] =>
  approvals.size > 0 ? [STEPS.tools, STEPS.approve] : [STEPS.tools]

const withMetadata = ({ metadata }: ToolOptions, step: string) =>
  metadata ? { metadata: metadata(step) } : {}

const INSTRUCTION =
  'Summarise this conversation for whoever continues it. Keep names, numbers, decisions, open questions ' +
  'and what the tools found. Answer with the summary alone.'

/** Replaces the older part of a long conversation by a summary. System and newest messages stay. */
function summarizeStep({ name, summarize, host }: LoopOptions) {
  const { afterTokens, keepMessages } = summarize ?? { afterTokens: Infinity, keepMessages: 0 }
  return async (state: LoopState, config: LangGraphRunnableConfig): Promise<LoopUpdate> => {
    if (estimateTokens(state.messages) <= afterTokens) return {}
    const start = state.messages.findIndex((message) => message.type !== 'system')
    const cutIndex = findCutIndex(state.messages, state.messages.length - keepMessages)
    if (start === -1 || cutIndex - start < 2) return {}

    const old = state.messages.slice(start, cutIndex)
    const messages = [new SystemMessage(INSTRUCTION), new HumanMessage(getBufferString(old))]
    const step = { step: STEPS.summarize, config }
    const reply = await host.callModel({ messages, offersTools: false }, step)
    const summary = new HumanMessage({
      id: `${name}-summary-${state.modelCalls}`,
      content: `Here is a summary of the conversation to date:\n\n${reply.text}`,
    })
    const newMessages = [
      ...state.messages.slice(0, start),
      summary,
      ...state.messages.slice(cutIndex),
    ]
    return {
      messages: [new RemoveMessage({ id: REMOVE_ALL_MESSAGES }), ...newMessages],
      modelCalls: 1,
      tokens: countTokens(reply),
    }
  }
}

/** Keeps a tool's result with its call. */
function findCutIndex(messages: readonly BaseMessage[], start: number): number {
  let cutIndex = Math.max(start, 0)
  while (cutIndex > 0 && messages[cutIndex]?.type === 'tool') cutIndex -= 1
  return cutIndex
}

/** Counts four characters as a token: exact enough to decide whether a conversation is long. */
function estimateTokens(messages: readonly BaseMessage[]): number {
  return messages.reduce((total, message) => {
    const calls = 'tool_calls' in message ? JSON.stringify(message.tool_calls ?? '').length : 0
    return total + Math.ceil((message.text.length + calls) / 4) + 4
  }, 0)
}
