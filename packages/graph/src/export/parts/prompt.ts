import type { Prompt, PromptMessage } from '@lathe/contract'
import { list } from '../print/layout.ts'
import { member, quote } from '../print/literal.ts'
import { RUNTIME } from './code.ts'
import type { NodeWriter } from './scope.ts'
import { templateCode } from './template.ts'

const CLASSES = { system: 'SystemMessage', user: 'HumanMessage', assistant: 'AIMessage' } as const

type PromptCode = {
  /** The first message, if it is a system message without variables and `splitsSystem` is set. */
  systemPrompt: string | null
  messages: string
}

/** Writes a prompt as a list of LangChain messages. Messages whose text is blank are left out. */
export function promptCode(
  writer: NodeWriter,
  prompt: Prompt,
  { splitsSystem = false } = {},
): PromptCode {
  const all = 'messages' in prompt ? prompt.messages : (writer.plan.promptOf(prompt) ?? [])
  const [first, ...rest] = all
  const isSystem = splitsSystem && first?.role === 'system'
  const system = isSystem ? templateCode(writer, first.text) : null
  const isSplit = system !== null && !system.isBlank && !system.code.includes('${')
  const messages = (isSplit ? rest : all).flatMap((message) => messageCode(writer, message))
  const [message] = messages
  const isList = messages.length === 1 && message !== undefined && message.startsWith('...')
  return {
    systemPrompt: isSplit ? system.code : null,
    messages: isList ? message.slice(3) : list('[]', messages),
  }
}

/** A template that is one channel's text needs no quotes around it. */
const alone = (code: string) => /^`\$\{(state\.\w+)\}`$/.exec(code)?.[1] ?? code

function messageCode(writer: NodeWriter, message: PromptMessage): string[] {
  const { plan, module } = writer
  if (message.role === 'placeholder') {
    const channel = plan.document.state[message.channel]
    const isThere = channel?.type === 'messages' && (channel.reducer ?? 'messages') === 'messages'
    const channelCode = member('state', message.channel)
    return [isThere ? `...${channelCode}` : `...(${channelCode} ?? [])`]
  }
  const { code, isBlank } = templateCode(writer, message.text)
  const text = alone(code)
  if (message.role === 'user' && message.images && message.images.length > 0) {
    const images = message.images.map((image) => alone(templateCode(writer, image).code))
    return [
      `...${module.use('imageMessage', RUNTIME)}(${[text, list('[]', images), ...(message.detail ? [quote(message.detail)] : [])].join(', ')})`,
    ]
  }
  if (!isBlank) {
    const Class = module.use(CLASSES[message.role], '@langchain/core/messages')
    return [list('()', [text], `new ${Class}`)]
  }
  if (!code.includes('${')) return []
  return [`...${module.use('optionalMessage', RUNTIME)}(${quote(message.role)}, ${text})`]
}
