import type { ChatOpenAIFields } from '@langchain/openai'
import type { ModelSettings } from '@lathe/contract'

/**
 * Returns LangChain's constructor fields. They must be complete because LangChain writes them into
 * traces. The constructor requires a key.
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
 * Returns the fields for the Responses API, which has no seed, stop sequences or penalties. Nothing
 * is stored at the provider, so reasoning is returned encrypted for the next call.
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
