import type { Json, Message } from '@lathe/contract'
import { objectOf } from '../fields.ts'
import { readMessages } from './read-message.ts'

/** The messages in what a model was asked, whoever recorded it; undefined when that holds none. */
export function messagesOfCall(inputs: Json): Message[] | undefined {
  const given = objectOf(inputs)
  return (
    readMessages(inputs) ??
    readMessages(given['messages']) ??
    readMessages(given['input']) ??
    readPrompts(given['prompts'] ?? given['prompt'] ?? given['input'])
  )
}

function readPrompts(value: Json | undefined): Message[] | undefined {
  const prompts = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string')
  return prompts.length > 0 ? prompts.map((content) => ({ role: 'user', content })) : undefined
}
