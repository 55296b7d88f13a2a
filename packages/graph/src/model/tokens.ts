import type { Channel, Prompt } from '@lathe/contract'
import { parseTemplate } from '../text/template.ts'
import type { Token } from '../text/template.ts'

/** Overhead of a provider per message. */
const PER_MESSAGE = 4
/** OpenAI's token count of a 1024 × 1024 picture in high detail: four tiles of 170 and 85. */
const PER_PICTURE = 765
/** Characters per token: for English and code, and for scripts without an alphabet. */
const ASCII = 4
const OTHER = 1.5

/** Estimates the tokens of a text without a tokenizer; the same for every model. */
export function approximateTokens(text: string): number {
  let ascii = 0
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) < 0x80) ascii += 1
  return Math.ceil(ascii / ASCII + (text.length - ascii) / OTHER)
}

export function valueTokens(value: unknown): number {
  if (value === undefined || value === null) return 0
  return approximateTokens(typeof value === 'string' ? value : JSON.stringify(value))
}

/** Estimates the tokens of a prompt's own text, plus each referenced value once. */
export function promptTokens(
  prompt: Extract<Prompt, { messages: unknown }>,
  tokensIn: (channel: string) => number,
): number {
  return prompt.messages.reduce((sum, message) => {
    if (message.role === 'placeholder') return sum + tokensIn(message.channel)
    const { tokens, tags } = parseTemplate(message.text)
    const pictures = message.role === 'user' ? (message.images?.length ?? 0) : 0
    const heads = new Set(tags.map((tag) => tag.head).filter((head) => head !== ''))
    const headTokens = [...heads].reduce((all, head) => all + tokensIn(head), 0)
    const words = approximateTokens(plainText(tokens)) + headTokens
    return sum + PER_MESSAGE + words + pictures * PER_PICTURE
  }, 0)
}

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map(([type, value, , , children]) =>
      type === 'text' ? value : children ? plainText(children) : '',
    )
    .join('')
}

/** Estimates the tokens of a channel's initial value. */
export const defaultTokens = (channel: Channel | undefined): number => valueTokens(channel?.default)
