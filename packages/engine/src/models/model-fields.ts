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

/**
 * The same for the Responses API, which knows no seed, no stop sequences and no penalties. Nothing is kept at the
 * provider, so what a reasoning model thought comes back encrypted, to be sent along with its next call.
 */
export function responsesFields(settings: ModelSettings): ChatOpenAIFields {
  const { name, temperature, topP, maxTokens, reasoningEffort, extra } = settings
  return {
    model: name,
    apiKey: 'none',
    maxRetries: 0,
    zdrEnabled: true,
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(maxTokens !== undefined && { maxTokens }),
    modelKwargs: {
      ...(reasoningEffort !== undefined && {
        reasoning: { effort: reasoningEffort },
        include: ['reasoning.encrypted_content'],
      }),
      ...extra,
    },
  }
}
