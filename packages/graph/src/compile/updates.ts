import { addMessages } from '@langchain/langgraph'
import { withId } from '@lathe-ai/runtime'
import type { GraphDocument, JsonObject, NodeKind } from '@lathe/contract'
import { kindDefinition } from '@lathe/nodes'
import { acceptsType, jsonType, TYPE_WORDS } from '../state/accepts.ts'
import { ERROR_CHANNEL } from '../state/error-channel.ts'
import { RUN_CHANNEL } from './channels.ts'
import { NodeFailure } from './failure.ts'
import { toMessages } from './agents/messages.ts'
import type { State } from './state.ts'

/** Converts values to what their channels hold; null stays null. */
export function checkedValues(document: GraphDocument, values: JsonObject): State {
  const checked: State = {}
  for (const [name, value] of Object.entries(values)) {
    const channel = Object.hasOwn(document.state, name) ? document.state[name] : undefined
    if (!channel) throw new NodeFailure('INVALID_INPUT', `There is no channel \`${name}\``)
    const type = jsonType(value)
    if (type !== 'null' && type !== (channel.type === 'messages' ? 'array' : channel.type)) {
      const message = `\`${name}\` is ${TYPE_WORDS[channel.type]}, not ${TYPE_WORDS[type]}`
      throw new NodeFailure('INVALID_INPUT', message)
    }
    checked[name] =
      channel.type === 'messages' && value !== null ? addMessages([], toMessages(value)) : value
  }
  return checked
}

/** Rejects unknown channels and wrong types, which LangGraph would ignore or accept. */
export function checkedUpdate(
  document: GraphDocument,
  id: string,
  kind: NodeKind,
  update: State,
): State {
  const code = kindDefinition(kind).failureCode ?? 'CODE_ERROR'
  const checked: State = {}
  for (const [name, value] of Object.entries(update)) {
    if (value === undefined) continue
    if (name === RUN_CHANNEL || (name === ERROR_CHANNEL && !Object.hasOwn(document.state, name))) {
      checked[name] = value
      continue
    }
    const channel = Object.hasOwn(document.state, name) ? document.state[name] : undefined
    if (!channel) {
      throw new NodeFailure(code, `\`${id}\` wrote to \`${name}\`, but there is no such channel`, {
        node: id,
      })
    }
    const type = jsonType(value)
    if (!acceptsType(channel, type)) {
      const message = `\`${id}\` wrote ${TYPE_WORDS[type]} to \`${name}\`, which is ${TYPE_WORDS[channel.type]}`
      throw new NodeFailure(code, message, { node: id })
    }
    if (channel.type !== 'messages') checked[name] = value
    // Ids are set here, so that a cache keeps the message that the conversation has.
    else if (value !== null) {
      checked[name] = toMessages(value).map((message) => withId(message, crypto.randomUUID()))
    }
  }
  return checked
}

/** Checks an update from outside the graph as a node's. */
export const stateUpdate = (document: GraphDocument, update: State): State =>
  checkedUpdate(document, 'update', 'set', update)
