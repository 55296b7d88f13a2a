import type { ConnectionKind } from '@lathe/contract'

export type Preset = {
  label: string
  name: string
  baseUrl: string
  allowPrivate: boolean
  kind?: ConnectionKind
  apiVersion?: string
}

/** Well-known providers with their required addresses. */
export const presets: readonly Preset[] = [
  { label: 'OpenAI', name: 'openai', baseUrl: 'https://api.openai.com/v1', allowPrivate: false },
  {
    label: 'Azure OpenAI',
    name: 'azure',
    baseUrl: 'https://RESOURCE.openai.azure.com',
    allowPrivate: false,
    kind: 'azure-openai',
    apiVersion: '2024-10-21',
  },
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
]
