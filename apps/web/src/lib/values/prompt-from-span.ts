import {
  type JsonObject,
  type Json,
  type Message,
  MAX_IMAGES,
  MAX_TEMPLATE_LENGTH,
  ImageDetail,
  type PromptMessage,
  isJsonObject,
} from '@lathe/contract'

export type RecordedPrompt = {
  messages: PromptMessage[]
  input: JsonObject
  /** Differences to the recorded call, in sentences. */
  differences: string[]
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
export function promptFromMessages(messages: readonly Message[]): RecordedPrompt {
  const firstComplex = messages.findIndex((message) => !isPlain(message))
  const plain = firstComplex < 0 ? messages : messages.slice(0, firstComplex)
  const rest = messages.slice(plain.length)
  const input: JsonObject = {}
  const promptMessages = plain.map((message, index): PromptMessage => {
    const role = message.role === 'tool' ? 'user' : message.role
    const text = messageText(message)
    const isLast = role === 'user' && index === messages.length - 1
    const isQuestion = isLast && index > 0 && text !== ''
    const content =
      isQuestion || !canBeLiteral(text)
        ? addVariable(isQuestion ? QUESTION : `text_${index + 1}`, text, input)
        : text
    const pictures = pictureUrls(message)
    if (role !== 'user' || pictures.length === 0) return { role, text: content }
    const images = pictures.map((url) =>
      isLast || !canBeLiteral(url) ? addVariable(unusedName('picture', input), url, input) : url,
    )
    const [detail] = pictureDetails(message)
    return { role, text: content, images, ...(detail && { detail }) }
  })
  const differences = [
    ...(plain.some(hasTextAfterPicture)
      ? ['Pictures were moved after the text of their message']
      : []),
    ...(rest[0] ? describeDifferences(rest[0], plain.length) : []),
  ]
  if (rest.length === 0) return { messages: promptMessages, input, differences }
  return {
    messages: [...promptMessages, { role: 'placeholder', channel: CONVERSATION }],
    input: { ...input, [CONVERSATION]: rest as Json },
    differences,
  }
}

/** Braces would be parsed as variables, and long text would be rejected. */
const canBeLiteral = (text: string) => !text.includes('{{') && text.length <= MAX_TEMPLATE_LENGTH

function addVariable(name: string, value: string, input: JsonObject): string {
  input[name] = value
  return `{{${name}}}`
}

function unusedName(name: string, input: JsonObject): string {
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? name : `${name}_${count}`
    if (!(candidate in input)) return candidate
  }
}

type Part = Exclude<Message['content'], string>[number]

const messageParts = ({ content }: Message): readonly Part[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content

const partText = (part: Part): string | undefined =>
  part.type === 'text' && typeof part.text === 'string' ? part.text : undefined

/** Joins parts with line breaks, as multi-part templates are parsed. */
const messageText = (message: Message): string =>
  messageParts(message)
    .flatMap((part) => partText(part) ?? [])
    .join('\n')

const pictureUrls = (message: Message): string[] =>
  messageParts(message).flatMap((part) => pictureUrl(part) ?? [])

/** URL of a picture that a prompt can show. */
function pictureUrl({
  type,
  image_url: image,
}: Part & Record<string, unknown>): string | undefined {
  if (type !== 'image_url' || !isJsonObject(image) || typeof image['url'] !== 'string')
    return undefined
  const { url, detail = 'auto' } = image
  const isSupported = detail === 'auto' || ImageDetail.safeParse(detail).success
  return isSupported && /^(https?:|data:image\/)/i.test(url) ? url : undefined
}

/** Distinct detail levels of the message's pictures. A prompt message has only one. */
const pictureDetails = (message: Message): (ImageDetail | undefined)[] => [
  ...new Set(
    messageParts(message)
      .filter((part) => pictureUrl(part) !== undefined)
      .map(({ image_url: image }: Part & Record<string, unknown>) =>
        isJsonObject(image) ? ImageDetail.safeParse(image['detail']).data : undefined,
      ),
  ),
]

function hasTextAfterPicture(message: Message): boolean {
  const parts = messageParts(message)
  const first = parts.findIndex((part) => pictureUrl(part) !== undefined)
  return first >= 0 && parts.slice(first).some((part) => partText(part) !== undefined)
}

const isToolMessage = ({ role, toolCalls = [] }: Message): boolean =>
  role === 'tool' || toolCalls.length > 0

const isPlain = (message: Message): boolean =>
  !isToolMessage(message) && describeUnsupported(message) === undefined

/** Describes content that a prompt message cannot represent. */
function describeUnsupported(message: Message): string | undefined {
  const parts = messageParts(message)
  const other = parts.find((part) => partText(part) === undefined && pictureUrl(part) === undefined)
  if (other) return describePart(other)
  const { length } = pictureUrls(message)
  if (pictureDetails(message).length > 1) return 'pictures with different detail levels'
  if (length > MAX_IMAGES) return `${length} pictures, more than the limit of ${MAX_IMAGES}`
  return length > 0 && message.role !== 'user' ? 'a picture outside a user message' : undefined
}

function describePart({ type, image_url: image }: Part & Record<string, unknown>): string {
  if (type !== 'image_url') return `a part of the type “${type}”`
  const detail = isJsonObject(image) ? image['detail'] : undefined
  return typeof detail === 'string' && detail !== 'auto'
    ? `a picture with ${detail} detail`
    : 'a picture with an unsupported address'
}

function describeDifferences(message: Message, index: number): string[] {
  const unsupported = describeUnsupported(message)
  if (unsupported === undefined || isToolMessage(message)) return []
  return [
    `Message ${index + 1} has ${unsupported}: it and all later messages are kept as sent in “${CONVERSATION}”`,
  ]
}
