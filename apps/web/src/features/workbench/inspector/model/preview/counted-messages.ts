import type { PreviewMessage } from '@lathe/graph'
import { textOf } from '../../../../../lib/messages.ts'
import { conversationOf } from '../../../../../lib/conversation-of.ts'
import type { CountedMessage } from './tokens.worker.ts'

/** What the tokens of a preview are counted of: what the model is shown, calls of tools as JSON. */
export function countedMessages(messages: readonly PreviewMessage[]): CountedMessage[] {
  return messages.flatMap((message): CountedMessage[] => {
    switch (message.type) {
      case 'text':
        if (message.isLeftOut) return []
        return [{ role: message.role, text: message.parts.map(({ text }) => text).join('') }]
      case 'conversation':
        return (conversationOf(message.value) ?? []).map((said) => ({
          role: said.role,
          text: [textOf(said), ...(said.toolCalls ?? []).map((call) => JSON.stringify(call))].join(
            '',
          ),
        }))
      default:
        return []
    }
  })
}
