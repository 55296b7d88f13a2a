/** Well-known OpenAI-compatible providers; only what their address must be. */
export const presets = [
  { label: 'OpenAI', name: 'openai', baseUrl: 'https://api.openai.com/v1', allowPrivate: false },
  {
    label: 'OpenRouter',
    name: 'openrouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    allowPrivate: false,
  },
  { label: 'Ollama', name: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1', allowPrivate: true },
  {
    label: 'LM Studio',
    name: 'lm-studio',
    baseUrl: 'http://127.0.0.1:1234/v1',
    allowPrivate: true,
  },
  { label: 'vLLM', name: 'vllm', baseUrl: 'http://127.0.0.1:8000/v1', allowPrivate: true },
] as const

export type Preset = (typeof presets)[number]
