import type { Json, JsonObject } from '@lathe/contract'

export type SnippetId = 'curl' | 'js' | 'react' | 'remote-graph' | 'python'

export type Snippet = {
  id: SnippetId
  title: string
  /** Install command of its dependencies; null if there are none. */
  install: string | null
  language: 'text' | 'typescript'
  text: string
}

export type Parts = {
  /** URL of the LangGraph API. */
  apiUrl: string
  agent: string
  input: JsonObject
  isChat: boolean
  /** Whether clients outside the server must send its token. */
  needsKey: boolean
  /** Example answer to the agent's question; null if it has none. */
  answer: Json
}

export const apiKeyOption = ({ needsKey }: Parts, key: string) =>
  needsKey ? `, apiKey: ${key}` : ''
