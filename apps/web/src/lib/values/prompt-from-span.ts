import {
  type JsonObject,
  type Json,
  type Message,
  MAX_IMAGES,
  MAX_TEMPLATE_LENGTH,
  ImageDetail,
  type PromptMessage,
} from '@lathe/contract'
import { isObject } from '@lathe/traces'

export type Asked = {
  messages: PromptMessage[]
  input: JsonObject
  /** Differences to the recorded call, in sentences. */
  told: string[]
}

/**
 * Variables of the case: answers are compared by the question and its pictures, while the
 * instructions stay in the prompt.
 */
const QUESTION = 'question'
const CONVERSATION = 'conversation'

/**
 * Converts recorded messages to a prompt. Text and user pictures become messages; anything else
 * becomes one conversation variable. A final user message after others becomes the question
 * variable.
 */
export function promptAsSaid(messages: readonly Message[]): Asked {
  const firstOther = messages.findIndex((message) => !isPlain(message))
  const plain = firstOther < 0 ? messages : messages.slice(0, firstOther)
  const rest = messages.slice(plain.length)
  const input: JsonObject = {}
  const said = plain.map((message, index): PromptMessage => {
    const role = message.role === 'tool' ? 'user' : message.role
    const text = textIn(message)
    const isLast = role === 'user' && index === messages.length - 1
    const isQuestion = isLast && index > 0 && text !== ''
    const words =
      isQuestion || !standsAlone(text)
        ? asVariable(isQuestion ? QUESTION : `text_${index + 1}`, text, input)
        : text
    const pictures = addressesIn(message)
    if (role !== 'user' || pictures.length === 0) return { role, text: words }
    const images = pictures.map((url) =>
      isLast || !standsAlone(url) ? asVariable(freeName('picture', input), url, input) : url,
    )
    const [detail] = detailsIn(message)
    return { role, text: words, images, ...(detail && { detail }) }
  })
  const told = [
    ...(plain.some(hasTextAfterPicture)
      ? ['Pictures were moved after the text of their message']
      : []),
    ...(rest[0] ? toldOf(rest[0], plain.length) : []),
  ]
  if (rest.length === 0) return { messages: said, input, told }
  return {
    messages: [...said, { role: 'placeholder', channel: CONVERSATION }],
    input: { ...input, [CONVERSATION]: rest as Json },
    told,
  }
}

/** Braces would be parsed as variables, and long text would be rejected. */
const standsAlone = (text: string) => !text.includes('{{') && text.length <= MAX_TEMPLATE_LENGTH

function asVariable(name: string, value: string, input: JsonObject): string {
  input[name] = value
  return `{{${name}}}`
}

function freeName(name: string, input: JsonObject): string {
  for (let count = 1; ; count++) {
    const free = count === 1 ? name : `${name}_${count}`
    if (!(free in input)) return free
  }
}

type Part = Exclude<Message['content'], string>[number]

const partsOf = ({ content }: Message): readonly Part[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content

const textOf = (part: Part): string | undefined =>
  part.type === 'text' && typeof part.text === 'string' ? part.text : undefined

/** Joins parts with line breaks, as multi-part templates are parsed. */
const textIn = (message: Message): string =>
  partsOf(message)
    .flatMap((part) => textOf(part) ?? [])
    .join('\n')

const addressesIn = (message: Message): string[] =>
  partsOf(message).flatMap((part) => addressOf(part) ?? [])

/** URL of a picture that a prompt can show. */
function addressOf({ type, image_url: image }: Part & Record<string, unknown>): string | undefined {
  if (type !== 'image_url' || !isObject(image) || typeof image['url'] !== 'string') return undefined
  const { url, detail = 'auto' } = image
  const isTold = detail === 'auto' || ImageDetail.safeParse(detail).success
  return isTold && /^(https?:|data:image\/)/i.test(url) ? url : undefined
}

/** Distinct detail levels of the message's pictures. A prompt message has only one. */
const detailsIn = (message: Message): (ImageDetail | undefined)[] => [
  ...new Set(
    partsOf(message)
      .filter((part) => addressOf(part) !== undefined)
      .map(({ image_url: image }: Part & Record<string, unknown>) =>
        isObject(image) ? ImageDetail.safeParse(image['detail']).data : undefined,
      ),
  ),
]

function hasTextAfterPicture(message: Message): boolean {
  const parts = partsOf(message)
  const first = parts.findIndex((part) => addressOf(part) !== undefined)
  return first >= 0 && parts.slice(first).some((part) => textOf(part) !== undefined)
}

const isOfTools = ({ role, toolCalls = [] }: Message): boolean =>
  role === 'tool' || toolCalls.length > 0

const isPlain = (message: Message): boolean => !isOfTools(message) && lackOf(message) === undefined

/** Describes content that a prompt message cannot represent. */
function lackOf(message: Message): string | undefined {
  const parts = partsOf(message)
  const other = parts.find((part) => textOf(part) === undefined && addressOf(part) === undefined)
  if (other) return nameOf(other)
  const { length } = addressesIn(message)
  if (detailsIn(message).length > 1) return 'pictures with different detail levels'
  if (length > MAX_IMAGES) return `${length} pictures, more than the limit of ${MAX_IMAGES}`
  return length > 0 && message.role !== 'user' ? 'a picture outside a user message' : undefined
}

function nameOf({ type, image_url: image }: Part & Record<string, unknown>): string {
  if (type !== 'image_url') return `a part of the type “${type}”`
  const detail = isObject(image) ? image['detail'] : undefined
  return typeof detail === 'string' && detail !== 'auto'
    ? `a picture with ${detail} detail`
    : 'a picture with an unsupported address'
}

function toldOf(message: Message, index: number): string[] {
  const lack = lackOf(message)
  if (lack === undefined || isOfTools(message)) return []
  return [
    `Message ${index + 1} has ${lack}: it and all later messages are kept as sent in “${CONVERSATION}”`,
  ]
}
