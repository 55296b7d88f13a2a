import type { ChatOpenAIFields } from '@langchain/openai'
import type { ModelSettings } from '@lathe/contract'

/**
 * The constructor's fields: all of them, for LangChain writes them into traces. The key is only there
 * because the constructor asks for one.
 */
export function modelFields(settings: ModelSettings): ChatOpenAIFields {
  const { name, temperature, topP, maxTokens, seed, stop, reasoningEffort, extra } = settings
  const { frequencyPenalty, presencePenalty } = settings
  return {
    model: name,
    apiKey: 'none',
    maxRetries: 0,
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(stop !== undefined && { stopSequences: stop }),
    ...(frequencyPenalty !== undefined && { frequencyPenalty }),
    ...(presencePenalty !== undefined && { presencePenalty }),
    modelKwargs: {
      ...(seed !== undefined && { seed }),
      ...(reasoningEffort !== undefined && { reasoning_effort: reasoningEffort }),
      ...extra,
    },
  }
}
