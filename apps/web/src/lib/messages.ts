import type { Message } from '@lathe/contract'

export const roleNames: Record<Message['role'], string> = {
  system: 'System',
  user: 'User',
  assistant: 'Model',
  tool: 'Tool',
}

/** What a message says, its parts joined as they stream. */
export const textOf = ({ content }: Pick<Message, 'content'>): string =>
  typeof content === 'string'
    ? content
    : content
        .map((part) => ('text' in part && typeof part.text === 'string' ? part.text : ''))
        .join('')
