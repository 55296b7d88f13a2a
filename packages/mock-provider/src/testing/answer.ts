import type { Answer } from '../answer/answer.ts'
import { readConversation } from '../answer/conversation.ts'
import { respond } from '../answer/respond.ts'
import { ChatRequest } from '../wire/chat-request.ts'

/** What the model says, without a server in between. */
export function answer(body: Omit<typeof ChatRequest._zod.input, 'model'>): Answer {
  return respond(readConversation(ChatRequest.parse({ model: 'demo-fast', ...body }), 0))
}

export function answerText(question: string, system = ''): string {
  const messages = [
    { role: 'system' as const, content: system },
    { role: 'user' as const, content: question },
  ]
  return answer({ messages: system === '' ? messages.slice(1) : messages }).content ?? ''
}

export function answerStructured(
  question: string,
  schema: Record<string, unknown>,
  system = 'Extract.',
): unknown {
  const { content } = answer({
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: question },
    ],
    response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } },
  })
  return JSON.parse(content ?? 'null')
}
