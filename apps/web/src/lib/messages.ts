import type { Message } from '@lathe/contract'
import { isObject } from '@lathe/traces'

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

/** Addresses of the pictures it shows. */
export const picturesOf = ({ content }: Pick<Message, 'content'>): string[] =>
  typeof content === 'string'
    ? []
    : content.flatMap((part) => {
        const image = part.type === 'image_url' && 'image_url' in part ? part.image_url : null
        return isObject(image) && typeof image['url'] === 'string' ? [image['url']] : []
      })
