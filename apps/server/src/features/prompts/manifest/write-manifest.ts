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

/** As LangChain's clients load it, in JavaScript and in Python. */
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
  return constructed(['chat', CLASSES[role]], {
    prompt: constructed(['prompt', 'PromptTemplate'], {
      input_variables: promptVariables([message]),
      template: text,
      template_format: 'mustache',
    }),
  })
}
