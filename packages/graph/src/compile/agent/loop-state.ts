import { addMessages, BinaryOperatorAggregate, StateGraph } from '@langchain/langgraph'
import type { BaseChannel } from '@langchain/langgraph'
import { LastValue } from '@langchain/langgraph/channels'
import type { BaseMessage } from '@langchain/core/messages'
import type { Json } from '@lathe/contract'
import type { Fold } from '../channels.ts'

/** What an agent's own loop keeps; of the outer state it sees only its prompt. */
export type LoopState = {
  messages: BaseMessage[]
  modelCalls: number
  toolCalls: number
  tokens: number
  /** How often the structured answer was asked for on its own. */
  asked: number
  /** The structured answer. */
  result: Json
}

export type LoopUpdate = Partial<LoopState>

const sum = () =>
  new BinaryOperatorAggregate<number>(
    (a, b) => a + b,
    () => 0,
  )

export function loopGraph() {
  const channels: Record<keyof LoopState, BaseChannel> = {
    messages: new BinaryOperatorAggregate<unknown>(addMessages as Fold, () => []),
    modelCalls: sum(),
    toolCalls: sum(),
    tokens: sum(),
    asked: sum(),
    result: new LastValue<Json>(),
  }
  return new StateGraph<Record<string, BaseChannel>, LoopState, LoopUpdate, string>(channels)
}

export type LoopGraph = ReturnType<typeof loopGraph>
