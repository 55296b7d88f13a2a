import type { Prompt, PromptMessage } from '@lathe/contract'
import { list } from '../print/layout.ts'
import { member, quote } from '../print/literal.ts'
import type { NodeWriter } from './scope.ts'
import { templateCode } from './template.ts'

const CLASSES = { system: 'SystemMessage', user: 'HumanMessage', assistant: 'AIMessage' } as const

/** A prompt as a list of LangChain's messages; those that come out blank are left out. */
export function promptCode(writer: NodeWriter, prompt: Prompt): string {
  const messages = 'messages' in prompt ? prompt.messages : (writer.plan.promptOf(prompt) ?? [])
  return list(
    '[]',
    messages.flatMap((message) => messageCode(writer, message)),
  )
}

/** A template that is one channel's text needs no quotes around it. */
const alone = (code: string) => /^`\$\{(state\.\w+)\}`$/.exec(code)?.[1] ?? code

function messageCode(writer: NodeWriter, message: PromptMessage): string[] {
  const { plan, module } = writer
  if (message.role === 'placeholder') {
    const channel = plan.document.state[message.channel]
    const isThere = channel?.type === 'messages' && (channel.reducer ?? 'messages') === 'messages'
    const held = member('state', message.channel)
    return [isThere ? `...${held}` : `...(${held} ?? [])`]
  }
  const { code, isBlank } = templateCode(writer, message.text)
  const text = alone(code)
  if (message.role === 'user' && message.images && message.images.length > 0) {
    const images = message.images.map((image) => alone(templateCode(writer, image).code))
    return [
      `...${module.use('shown', '/lib/prompt.ts')}(${[text, list('[]', images), ...(message.detail ? [quote(message.detail)] : [])].join(', ')})`,
    ]
  }
  if (!isBlank) {
    const Class = module.use(CLASSES[message.role], '@langchain/core/messages')
    return [list('()', [text], `new ${Class}`)]
  }
  if (!code.includes('${')) return []
  return [`...${module.use('said', '/lib/prompt.ts')}(${quote(message.role)}, ${text})`]
}
