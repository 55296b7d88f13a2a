import type { GraphDocument } from '@lathe/contract'
import { isChatGraph } from '../state/chat.ts'
import { curl } from './curl.ts'
import { exampleAnswer } from './example-answer.ts'
import { exampleInput } from './example-input.ts'
import { js } from './js.ts'
import type { Parts, Snippet } from './parts.ts'
import { python } from './python.ts'
import { react } from './react.ts'
import { remoteGraph } from './remote-graph.ts'

export type Connection = {
  /** URL of Lathe, without a path. */
  url: string
  /** The agent's slug. */
  agent: string
  document: GraphDocument
  /** Whether local clients must send the token too. */
  requireKeys: boolean
}

/** Returns the same call for every LangGraph client. The tests execute these snippets. */
export function connectSnippets({ url, agent, document, requireKeys }: Connection): Snippet[] {
  const parts: Parts = {
    apiUrl: `${url.replace(/\/$/, '')}/langgraph`,
    agent,
    input: exampleInput(document),
    isChat: isChatGraph(document),
    needsKey: requireKeys || !isLoopback(new URL(url).hostname),
    answer: exampleAnswer(document),
  }
  return [curl(parts), js(parts), react(parts), remoteGraph(parts), python(parts)]
}

const isLoopback = (host: string) =>
  host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)
