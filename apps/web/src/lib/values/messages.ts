import { type Message, isJsonObject } from '@lathe/contract'

export const roleNames: Record<Message['role'], string> = {
  system: 'System',
  user: 'User',
  assistant: 'Model',
  tool: 'Tool',
}

/** The text of a message. Joins its parts as they stream. */
export const messageText = ({ content }: Pick<Message, 'content'>): string =>
  typeof content === 'string'
    ? content
    : content
        .map((part) => ('text' in part && typeof part.text === 'string' ? part.text : ''))
        .join('')

type Part = Exclude<Message['content'], string>[number]

function pictureUrl(part: Part): string | undefined {
  const image = part.type === 'image_url' && 'image_url' in part ? part.image_url : null
  return isJsonObject(image) && typeof image['url'] === 'string' ? image['url'] : undefined
}

/** URLs of the pictures in a message. */
export const messagePictures = ({ content }: Pick<Message, 'content'>): string[] =>
  typeof content === 'string' ? [] : content.flatMap((part) => pictureUrl(part) ?? [])

const CALL_TYPES = new Set(['tool_use', 'tool_call'])
const REASONING_TYPES = new Set(['thinking', 'reasoning'])

/**
 * Content parts other than text and pictures, such as audio and files, without those shown
 * elsewhere.
 */
export function otherParts({ content, toolCalls = [], reasoning }: Message): Part[] {
  if (typeof content === 'string') return []
  const isShownElsewhere = ({ type }: Part) =>
    (toolCalls.length > 0 && CALL_TYPES.has(type)) ||
    (reasoning !== undefined && REASONING_TYPES.has(type))
  const isText = (part: Part) => 'text' in part && typeof part.text === 'string'
  return content.filter(
    (part) => !isText(part) && pictureUrl(part) === undefined && !isShownElsewhere(part),
  )
}
