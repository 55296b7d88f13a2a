import type { Answer } from './answer.ts'
import { say } from './answer.ts'
import type { Conversation } from './conversation.ts'

export function respond(conversation: Conversation): Answer {
  return say(conversation.question)
}
