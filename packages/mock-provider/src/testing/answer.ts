import type { Answer } from '../answers/answer.ts'
import { readConversation } from '../answers/conversation.ts'
import { respond } from '../answers/respond.ts'
import { ChatRequest } from '../wire/chat-request.ts'

/** Returns the answer to a chat request without a server. */
export const answerChat = (body: Omit<typeof ChatRequest._zod.input, 'model'>, seed = 1): Answer =>
  respond(readConversation(ChatRequest.parse({ model: 'demo-fast', ...body })), seed)

export function answerText(question: string, system = ''): string {
  const messages = [
    ...(system === '' ? [] : [{ role: 'system' as const, content: system }]),
    { role: 'user' as const, content: question },
  ]
  return answerChat({ messages }).content ?? ''
}

export function answerStructured(
  question: string,
  schema: Record<string, unknown>,
  seed = 1,
): unknown {
  const { content } = answerChat(
    {
      messages: [{ role: 'user', content: question }],
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } },
    },
    seed,
  )
  return JSON.parse(content ?? 'null')
}
