import type { BaseMessage } from '@langchain/core/messages'
import type { GraphDocument, Json, JsonObject, PromptMessage } from '@lathe/contract'
import { toMessages } from './messages.ts'
import { renderMessages } from './prompt.ts'
import { scopeMaker } from '../state.ts'

/** Renders a prompt for a graph's input. */
export function promptMessages(
  document: Pick<GraphDocument, 'state'>,
  messages: readonly PromptMessage[],
  input: JsonObject,
  toJson: (value: unknown) => Json,
): BaseMessage[] {
  const state = Object.entries(input).map(([name, value]) => [
    name,
    document.state[name]?.type === 'messages' ? toMessages(value) : value,
  ])
  return renderMessages(messages, scopeMaker(document, { toJson }, []))(Object.fromEntries(state))
}
