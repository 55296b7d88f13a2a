import type { Json, JsonObject } from '@lathe/contract'

export type SnippetId = 'curl' | 'js' | 'react' | 'remote-graph' | 'python'

export type Snippet = {
  id: SnippetId
  title: string
  /** What it needs, as a command; null where nothing. */
  install: string | null
  language: 'text' | 'typescript'
  text: string
}

export type Parts = {
  /** Of the LangGraph door. */
  apiUrl: string
  agent: string
  input: JsonObject
  isChat: boolean
  /** Programs elsewhere send the server's token. */
  needsKey: boolean
  /** What a person may say where the agent stops for one; null where it never does. */
  answer: Json
}

export const keyOf = ({ needsKey }: Parts, key: string) => (needsKey ? `, apiKey: ${key}` : '')
