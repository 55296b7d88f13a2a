import type { Channel, Prompt } from '@lathe/contract'
import { parseTemplate } from '../text/template.ts'
import type { Token } from '../text/template.ts'

/** What a provider adds around each message. */
const PER_MESSAGE = 4
/** OpenAI's price of a picture of 1024 × 1024 in high detail: four tiles of 170 and 85. */
const PER_PICTURE = 765
/** Characters a token: English and code, and scripts that are written without an alphabet. */
const ASCII = 4
const OTHER = 1.5

/** About how many tokens a text is, the same for every model: no tokenizer is asked. */
export function approximateTokens(text: string): number {
  let ascii = 0
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) < 0x80) ascii += 1
  return Math.ceil(ascii / ASCII + (text.length - ascii) / OTHER)
}

export function valueTokens(value: unknown): number {
  if (value === undefined || value === null) return 0
  return approximateTokens(typeof value === 'string' ? value : JSON.stringify(value))
}

/** A prompt's own words, and once each what it takes from the state. */
export function promptTokens(
  prompt: Extract<Prompt, { messages: unknown }>,
  tokensIn: (channel: string) => number,
): number {
  return prompt.messages.reduce((sum, message) => {
    if (message.role === 'placeholder') return sum + tokensIn(message.channel)
    const { tokens, tags } = parseTemplate(message.text)
    const pictures = message.role === 'user' ? (message.images?.length ?? 0) : 0
    const heads = new Set(tags.map((tag) => tag.head).filter((head) => head !== ''))
    const taken = [...heads].reduce((all, head) => all + tokensIn(head), 0)
    const words = approximateTokens(plainText(tokens)) + taken
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

/** What a channel holds when a run is given nothing. */
export const defaultTokens = (channel: Channel | undefined): number => valueTokens(channel?.default)
