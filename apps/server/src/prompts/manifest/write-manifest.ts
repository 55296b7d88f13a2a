import type { Json, JsonObject, PromptContent, PromptMessage } from '@lathe/contract'
import { promptVariables } from '@lathe/graph'

const CLASSES = {
  system: 'SystemMessagePromptTemplate',
  user: 'HumanMessagePromptTemplate',
  assistant: 'AIMessagePromptTemplate',
}

const constructed = (path: string[], kwargs: JsonObject): Json => ({
  lc: 1,
  type: 'constructor',
  id: ['langchain_core', 'prompts', ...path],
  kwargs,
})

/** Serializes a prompt so that LangChain's clients for JavaScript and Python load it. */
export const writeManifest = ({ messages, model }: PromptContent): Json =>
  constructed(['chat', 'ChatPromptTemplate'], {
    input_variables: promptVariables(messages),
    messages: messages.map(writeMessage),
    template_format: 'mustache',
    ...(model && { metadata: { lathe_model: JSON.parse(JSON.stringify(model)) } }),
  })

function writeMessage(message: PromptMessage): Json {
  if (message.role === 'placeholder') {
    return constructed(['chat', 'MessagesPlaceholder'], {
      variable_name: message.channel,
      optional: false,
    })
  }
  const { role, text } = message
  const said = constructed(['prompt', 'PromptTemplate'], { ...takenBy(text), template: text })
  const images = role === 'user' ? (message.images ?? []) : []
  const detail = role === 'user' && message.detail ? { detail: message.detail } : {}
  const shown = images.map((url) =>
    constructed(['image', 'ImagePromptTemplate'], {
      ...takenBy(url),
      template: { url, ...detail },
    }),
  )
  const parts = text.trim() === '' ? shown : [said, ...shown]
  return constructed(['chat', CLASSES[role]], { prompt: shown.length === 0 ? said : parts })
}

const takenBy = (template: string): JsonObject => ({
  input_variables: promptVariables([{ role: 'user', text: template }]),
  template_format: 'mustache',
})
