import {
  type Json,
  ModelSettings,
  ImageDetail,
  PromptContent,
  type PromptMessage,
  type TemplateMessage,
  isJsonObject,
} from '@lathe/contract'
import { promptProblems } from '@lathe/graph'

type Node = Record<string, Json>
export type Read = PromptContent | { problem: string }

/** Thrown for manifests other than lists of plain text messages. */
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

/** Reads the messages of a serialized LangChain prompt. Other content is stored but unsupported. */
export function readManifest(manifest: Json): Read {
  try {
    const prompt = promptIn(manifest)
    const { metadata } = prompt.kwargs
    const model = ModelSettings.safeParse(
      isJsonObject(metadata) ? metadata['lathe_model'] : undefined,
    )
    const content = PromptContent.safeParse({
      messages: messagesOf(prompt),
      ...(model.success && { model: model.data }),
    })
    if (!content.success)
      throw new Unreadable(content.error.issues[0]?.message ?? 'The manifest is empty')
    const [problem] = promptProblems(content.data.messages)
    if (problem) throw new Unreadable(`A template is invalid: ${problem.message}`)
    return content.data
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.message }
    throw error
  }
}

type Constructed = { name: string; kwargs: Node }

function constructed(value: Json | undefined): Constructed {
  if (isJsonObject(value)) {
    const { id, kwargs } = value
    const name = Array.isArray(id) ? id.at(-1) : undefined
    if (typeof name === 'string' && isJsonObject(kwargs)) return { name, kwargs }
  }
  throw new Unreadable('The manifest is not a serialized LangChain prompt')
}

const promptIn = (manifest: Json): Constructed => constructed(promptOf(manifest))

/** Returns the prompt of a sequence of prompt and model. */
export function promptOf(manifest: Json): Json {
  if (!isJsonObject(manifest)) return manifest
  const { id, kwargs } = manifest
  const isSequence = Array.isArray(id) && id.at(-1) === 'RunnableSequence' && isJsonObject(kwargs)
  return isSequence ? (kwargs['first'] ?? null) : manifest
}

function messagesOf({ name, kwargs }: Constructed): PromptMessage[] {
  const partial = kwargs['partial_variables']
  if (isJsonObject(partial) && Object.keys(partial).length > 0)
    throw new Unreadable('The prompt has partial variables')
  if (name === 'PromptTemplate') return [{ role: 'user', text: templateOf(kwargs) }]
  if (!CHATS.has(name)) throw new Unreadable(`It is a ${name}`)
  const messages = kwargs['messages'] ?? kwargs['prompt_messages'] ?? kwargs['promptMessages']
  if (!Array.isArray(messages)) throw new Unreadable('The prompt has no messages')
  return messages.map((message) => messageOf(constructed(message)))
}

function messageOf({ name, kwargs }: Constructed): PromptMessage {
  if (name === 'MessagesPlaceholder') {
    const channel = kwargs['variable_name'] ?? kwargs['variableName']
    if (typeof channel !== 'string') throw new Unreadable('A placeholder has no name')
    return { role: 'placeholder', channel }
  }
  const role = ROLES[name] ?? roleIn(kwargs)
  if (!role) throw new Unreadable(`The prompt has a ${name}`)
  const { prompt, content } = kwargs
  if (content !== undefined) return messageFrom(role, listOf(content).map(spokenPart))
  return messageFrom(
    role,
    listOf(prompt).map((part) => templatePart(constructed(part))),
  )
}

const listOf = (value: Json | undefined) => (Array.isArray(value) ? value : [value])

type Part = { text: string } | { image: string; detail?: ImageDetail | undefined }

function messageFrom(role: TemplateMessage['role'], parts: readonly Part[]): PromptMessage {
  const text = parts.flatMap((part) => ('text' in part ? part.text : [])).join('\n')
  const images = parts.flatMap((part) => ('image' in part ? part.image : []))
  if (images.length === 0) return { role, text }
  if (role !== 'user') throw new Unreadable('A picture is outside a human message')
  // A message has one detail setting for all its pictures.
  const [detail, ...others] = new Set(
    parts.flatMap((part) => ('image' in part ? [part.detail] : [])),
  )
  return { role, text, images, ...(detail && others.length === 0 && { detail }) }
}

/** `ChatMessagePromptTemplate` names its role itself. */
const roleIn = ({ role }: Node) =>
  role === 'system' || role === 'user' || role === 'assistant' ? role : undefined

/** Parses a part of a message without variables. */
function spokenPart(part: Json | undefined): Part {
  const said = typeof part === 'string' ? { text: part } : contentPart(part, 'message')
  if (Object.values(said).some((words) => words?.includes('{{')))
    throw new Unreadable('A message without variables contains {{')
  return said
}

function templatePart({ name, kwargs }: Constructed): Part {
  if (name === 'PromptTemplate') return { text: templateOf(kwargs) }
  const { template } = kwargs
  const part =
    name === 'ImagePromptTemplate'
      ? contentPart({ type: 'image_url', image_url: template ?? null }, name)
      : name === 'DictPromptTemplate' && contentPart(template, name)
  if (!part) throw new Unreadable(`A message has a ${name}`)
  return 'text' in part
    ? { text: templateOf({ ...kwargs, template: part.text }) }
    : { ...part, image: templateOf({ ...kwargs, template: part.image }) }
}

/** Parses a part in the format of chat completions. */
function contentPart(part: Json | undefined, of: string): Part {
  if (isJsonObject(part)) {
    const { type, text, image_url: image } = part
    if (type === 'text' && typeof text === 'string') return { text }
    const url = isJsonObject(image) ? image['url'] : image
    if (type === 'image_url' && typeof url === 'string')
      return {
        image: url,
        detail: ImageDetail.safeParse(isJsonObject(image) && image['detail']).data,
      }
  }
  throw new Unreadable(`A ${of} contains more than text and pictures`)
}

function templateOf(kwargs: Node): string {
  const { template } = kwargs
  const format = kwargs['template_format'] ?? kwargs['templateFormat'] ?? 'f-string'
  if (typeof template !== 'string') throw new Unreadable('A message has no template')
  if (format === 'mustache') return template
  if (format !== 'f-string')
    throw new Unreadable(`A template has the format ${JSON.stringify(format)}`)
  const text = fromFString(template)
  if (text === null) throw new Unreadable('A template contains expressions in its braces')
  return text
}

/** Converts a Python f-string to mustache. Null if that is impossible. */
function fromFString(text: string): string | null {
  let out = ''
  let rest = text
  while (rest !== '') {
    const [, plain = '', tag = ''] = /^([^{}]*)(\{\{|\}\}|\{[^{}]*\}|[{}])?/s.exec(rest) ?? []
    out += plain
    rest = rest.slice(plain.length + tag.length)
    if (tag === '') continue
    if (tag === '{{' || tag === '}}') {
      // Adjacent opening braces would become a mustache tag.
      if (tag === '{{' && out.endsWith('{')) return null
      out += tag[0]
      continue
    }
    const name = /^\{\s*([a-zA-Z_]\w{0,63})\s*\}$/.exec(tag)?.[1]
    if (name === undefined || out.endsWith('{')) return null
    out += `{{${name}}}`
  }
  return out
}
