import type { Message } from '@lathe/contract'
import { isObject } from '@lathe/traces'

export const roleNames: Record<Message['role'], string> = {
  system: 'System',
  user: 'User',
  assistant: 'Model',
  tool: 'Tool',
}

/** The text of a message. Joins its parts as they stream. */
export const textOf = ({ content }: Pick<Message, 'content'>): string =>
  typeof content === 'string'
    ? content
    : content
        .map((part) => ('text' in part && typeof part.text === 'string' ? part.text : ''))
        .join('')

type Part = Exclude<Message['content'], string>[number]

function pictureIn(part: Part): string | undefined {
  const image = part.type === 'image_url' && 'image_url' in part ? part.image_url : null
  return isObject(image) && typeof image['url'] === 'string' ? image['url'] : undefined
}

/** URLs of the pictures in a message. */
export const picturesOf = ({ content }: Pick<Message, 'content'>): string[] =>
  typeof content === 'string' ? [] : content.flatMap((part) => pictureIn(part) ?? [])

const CALLS = new Set(['tool_use', 'tool_call'])
const THOUGHTS = new Set(['thinking', 'reasoning'])

/**
 * Content parts other than text and pictures, such as audio and files, without those shown
 * elsewhere.
 */
export function otherPartsOf({ content, toolCalls = [], reasoning }: Message): Part[] {
  if (typeof content === 'string') return []
  const isTold = ({ type }: Part) =>
    (toolCalls.length > 0 && CALLS.has(type)) || (reasoning !== undefined && THOUGHTS.has(type))
  const isText = (part: Part) => 'text' in part && typeof part.text === 'string'
  return content.filter((part) => !isText(part) && pictureIn(part) === undefined && !isTold(part))
}
