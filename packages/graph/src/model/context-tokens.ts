/**
 * Context windows by model name prefix: from github.com/pydantic/genai-prices at 47df840, the
 * o-series from OpenAI.
 */
const CONTEXTS: Readonly<Record<string, number>> = {
  demo: 128_000,
  practice: 128_000,
  'gpt-3.5-turbo': 16_385,
  'gpt-4': 8_192,
  'gpt-4-32k': 32_000,
  'gpt-4-0125': 128_000,
  'gpt-4-1106': 128_000,
  'gpt-4-turbo': 128_000,
  'gpt-4o': 128_000,
  'gpt-4.1': 1_000_000,
  'gpt-5': 400_000,
  'gpt-5.1': 400_000,
  'gpt-5.2': 400_000,
  'gpt-5.3': 128_000,
  'gpt-5.3-codex': 400_000,
  'gpt-5.4': 1_050_000,
  'gpt-5.4-mini': 400_000,
  'gpt-5.4-nano': 400_000,
  'gpt-5.5': 1_000_000,
  'gpt-5.6': 1_050_000,
  o1: 200_000,
  'o1-mini': 128_000,
  'o1-preview': 128_000,
  o3: 200_000,
  'o4-mini': 200_000,
  'deepseek-v4': 1_000_000,
  'grok-3': 131_072,
  'grok-4': 256_000,
  'grok-4-fast': 2_000_000,
  'grok-4-1-fast': 2_000_000,
  'grok-4.3': 1_000_000,
  'grok-4.5': 500_000,
  'grok-code-fast': 256_000,
  'kimi-k2': 262_144,
  'kimi-k2-0711': 131_072,
  'kimi-k2.5': 262_144,
  'kimi-k2.6': 262_144,
  'kimi-k2.7': 262_144,
  'kimi-k3': 1_048_576,
  'moonshot-v1-8k': 8_192,
  'moonshot-v1-32k': 32_768,
  'moonshot-v1-128k': 131_072,
}

/**
 * Returns the context window of a model in tokens, or null if unknown. `gpt-4` also matches
 * `gpt-4-0613`, but not `gpt-4.5`. Supports router names (`openai/gpt-4o`) and fine-tuned models
 * (`ft:gpt-4o:…`).
 */
export function contextTokens(model: string): number | null {
  const [modelId = ''] = model
    .slice(model.lastIndexOf('/') + 1)
    .replace(/^ft:/, '')
    .split(':')
  const words = modelId.split('-')
  for (let count = words.length; count > 0; count -= 1) {
    const name = words.slice(0, count).join('-')
    if (Object.hasOwn(CONTEXTS, name)) return CONTEXTS[name] ?? null
  }
  return null
}
