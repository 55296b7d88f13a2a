import type { Json, JsonObject, Message } from '@lathe/contract'
import { redactTokens } from '@lathe/contract/secrets'
import { toObject } from './fields.ts'
import { findMessages, readMessage, readMessages } from './messages/read-message.ts'

const MAX_TITLE_LENGTH = 80
/** Longer than any private key. */
const MAX_SCANNED = 20_000
/** Judges receive a run inside an argument of a list of arguments. */
const DEEPEST = 6
/** Number of list items searched, from the end. */
const LATEST = 3
const ID_ONLY = /^\s*[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}\s*$/i

/** Returns the first words of a trace's input. In a conversation, that is the user's last message. */
export const inputTitle = (inputs: Json): string => formatTitle(findTitleText(inputs, 0))

/**
 * Returns the first words of the user's last message to a model. Empty if the inputs contain none.
 */
export function callTitle(inputs: Json): string {
  const message = findMessages(inputs)?.findLast(({ role }) => role === 'user')
  return message ? formatTitle(messageText(message)) : ''
}

/** Redacts first: shortened or joined secrets would no longer be recognized. */
function formatTitle(text: string): string {
  const words = redactTokens(text.slice(0, MAX_SCANNED))
  let line = ''
  // Only the beginning of a long text is read.
  for (const [word] of words.matchAll(/\S+/g)) {
    if (line.length > MAX_TITLE_LENGTH) break
    line += line === '' ? word : ` ${word}`
  }
  return line.length <= MAX_TITLE_LENGTH
    ? line
    : `${truncate(line, MAX_TITLE_LENGTH - 1).trimEnd()}…`
}

/** Never splits a surrogate pair. */
const truncate = (text: string, length: number) =>
  text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')

function findTitleText(value: Json | undefined, depth: number): string {
  if (typeof value === 'string') return ID_ONLY.test(value) ? '' : value.slice(0, 1_000)
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return ''
  const messages = readMessages(value)
  const message =
    messages?.findLast(({ role }) => role === 'user') ?? messages?.at(-1) ?? readMessage(value)
  if (message) return messageText(message)
  const fields = toObject(value)
  if (readMessages(fields['messages'])) return findTitleText(fields['messages'], depth + 1)
  if (fields['lg_name'] === 'Command') return commandText(fields, depth)
  // The inputs of a judged run describe a trace better than the run's name.
  const inputText = fields['inputs'] === undefined ? '' : findTitleText(fields['inputs'], depth + 1)
  if (inputText !== '') return inputText
  if (isListOfTexts(value)) {
    const texts = value.filter((text) => !ID_ONLY.test(text)).slice(0, MAX_TITLE_LENGTH)
    return texts.map((text) => truncate(text, MAX_TITLE_LENGTH)).join(', ')
  }
  const values = Array.isArray(value) ? value.slice(-LATEST).toReversed() : orderFields(fields)
  for (const item of values) {
    const text = findTitleText(item, depth + 1)
    if (text !== '') return text
  }
  return ''
}

/**
 * Lists such as topics or names have no representative item. Two items may be a role and its
 * message.
 */
const isListOfTexts = (value: Json): value is string[] =>
  Array.isArray(value) && value.length > 2 && value.every((item) => typeof item === 'string')

/** A `Command` resumes a LangGraph graph. */
function commandText({ resume = null, update }: JsonObject, depth: number): string {
  const text = findTitleText(resume, depth + 1) || findTitleText(update, depth + 1)
  return text !== '' || resume === null ? text : `Resumed with ${JSON.stringify(resume)}`
}

/** Instructions and models are the same for every question. */
const INSTRUCTION_KEYS = new Set(['system', 'instructions', 'model'])

const orderFields = (fields: JsonObject): Json[] =>
  [false, true].flatMap((isScene) =>
    Object.entries(fields)
      .filter(([key]) => INSTRUCTION_KEYS.has(key) === isScene)
      .map(([, item]) => item),
  )

function messageText({ content }: Message): string {
  if (typeof content === 'string') return content
  return content
    .map((part) => ('text' in part && typeof part.text === 'string' ? part.text : ''))
    .join(' ')
}
