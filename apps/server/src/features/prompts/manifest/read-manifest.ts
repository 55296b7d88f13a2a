import { ModelSettings, PromptContent, type Json, type PromptMessage } from '@lathe/contract'
import { promptProblems } from '@lathe/graph'
import { isObject } from '@lathe/traces'
import { fromFString } from './f-string.ts'

type Node = Record<string, Json>
export type Read = PromptContent | { problem: string }

/** Thrown where a manifest says what a list of text messages cannot. */
class Unreadable extends Error {
  override name = 'Unreadable'
}

const ROLES: Record<string, 'system' | 'user' | 'assistant'> = {
  SystemMessagePromptTemplate: 'system',
  HumanMessagePromptTemplate: 'user',
  AIMessagePromptTemplate: 'assistant',
  SystemMessage: 'system',
  HumanMessage: 'user',
  AIMessage: 'assistant',
}
const CHATS = new Set(['ChatPromptTemplate', 'StructuredPrompt'])

/** What a serialised LangChain object asks a model; everything else in it is kept and not understood. */
export function readManifest(manifest: Json): Read {
  try {
    const prompt = promptIn(manifest)
    const { metadata } = prompt.kwargs
    const model = ModelSettings.safeParse(isObject(metadata) ? metadata['lathe_model'] : undefined)
    const content = PromptContent.safeParse({
      messages: messagesOf(prompt),
      ...(model.success && { model: model.data }),
    })
    if (!content.success) throw new Unreadable(content.error.issues[0]?.message ?? 'It is empty')
    const [problem] = promptProblems(content.data.messages)
    if (problem) throw new Unreadable(`A template is broken: ${problem.message}`)
    return content.data
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.message }
    throw error
  }
}

type Constructed = { name: string; kwargs: Node }

function constructed(value: Json | undefined): Constructed {
  if (isObject(value)) {
    const { id, kwargs } = value
    const name = Array.isArray(id) ? id.at(-1) : undefined
    if (typeof name === 'string' && isObject(kwargs)) return { name, kwargs }
  }
  throw new Unreadable('It is no serialised LangChain prompt')
}

/** A prompt with a model behind it is a sequence of the two. */
function promptIn(manifest: Json): Constructed {
  const given = constructed(manifest)
  return given.name === 'RunnableSequence' ? constructed(given.kwargs['first']) : given
}

function messagesOf({ name, kwargs }: Constructed): PromptMessage[] {
  const partial = kwargs['partial_variables']
  if (isObject(partial) && Object.keys(partial).length > 0)
    throw new Unreadable('Some of its variables are filled in already')
  if (name === 'PromptTemplate') return [{ role: 'user', text: templateOf(kwargs) }]
  if (!CHATS.has(name)) throw new Unreadable(`It is a ${name}`)
  const messages = kwargs['messages'] ?? kwargs['prompt_messages'] ?? kwargs['promptMessages']
  if (!Array.isArray(messages)) throw new Unreadable('It has no messages')
  return messages.map((message) => messageOf(constructed(message)))
}

function messageOf({ name, kwargs }: Constructed): PromptMessage {
  if (name === 'MessagesPlaceholder') {
    const channel = kwargs['variable_name'] ?? kwargs['variableName']
    if (typeof channel !== 'string') throw new Unreadable('A placeholder has no name')
    return { role: 'placeholder', channel }
  }
  const role = ROLES[name] ?? roleIn(kwargs)
  if (!role) throw new Unreadable(`It has a ${name}`)
  const { prompt, content } = kwargs
  if (typeof content === 'string') {
    if (content.includes('{{')) throw new Unreadable('A message without variables has {{ in it')
    return { role, text: content }
  }
  const parts = Array.isArray(prompt) ? prompt : [prompt]
  return { role, text: parts.map((part) => textPart(constructed(part))).join('\n') }
}

/** `ChatMessagePromptTemplate` says its role itself. */
const roleIn = ({ role }: Node) =>
  role === 'system' || role === 'user' || role === 'assistant' ? role : undefined

function textPart({ name, kwargs }: Constructed): string {
  if (name !== 'PromptTemplate') throw new Unreadable(`It has a ${name}`)
  return templateOf(kwargs)
}

function templateOf(kwargs: Node): string {
  const { template } = kwargs
  const format = kwargs['template_format'] ?? kwargs['templateFormat'] ?? 'f-string'
  if (typeof template !== 'string') throw new Unreadable('A message has no template')
  if (format === 'mustache') return template
  if (format !== 'f-string')
    throw new Unreadable(`A template is written in ${JSON.stringify(format)}`)
  const text = fromFString(template)
  if (text === null) throw new Unreadable('A template holds more than names in its braces')
  return text
}
