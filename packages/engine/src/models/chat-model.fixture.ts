import type { AIMessageChunk } from '@langchain/core/messages'
import type { ModelSettings } from '@lathe/contract'
import { onTestFinished } from 'vitest'
import type { ModelConnection } from '../fetch/request.ts'
import { type Answer, startServer, startStream, streamed } from '../testing/http-server.ts'
import { connectionTo, quickAccess, testPorts } from '../testing/model-access.ts'
import { createChatModel } from './load-models.ts'
import type { LatheChatModel } from './lathe-chat-model.ts'

export type Fields = {
  settings?: Partial<ModelSettings>
  connection?: Partial<ModelConnection>
  idleMs?: number
}

export async function createTestModel(
  answer: Answer,
  { settings, connection, idleMs = 60_000 }: Fields = {},
) {
  const server = await startServer(answer)
  onTestFinished(() => server.close())
  const { ports, exchanges, retries } = testPorts()
  const access = quickAccess({ idleMs })
  const model = await createChatModel({
    connection: connectionTo(server.url, connection),
    settings: { connection: 'test', name: 'gpt-test', ...settings },
    fetch: access.forRun(ports),
    retry: access.retry,
  })
  return {
    server,
    model,
    exchanges,
    retries,
    bodies: () => server.seen.map(({ body }) => JSON.parse(body)),
  }
}

/** A token handler makes LangChain stream, like LangGraph's message mode does. */
export async function streamedInvoke(
  model: LatheChatModel,
  options: Parameters<LatheChatModel['invoke']>[1] = {},
  onToken = () => {},
) {
  const tokens: string[] = []
  const errors: unknown[] = []
  const handler = {
    name: 'test',
    lc_prefer_streaming: true,
    handleLLMNewToken: (token: string) => {
      tokens.push(token)
      onToken()
    },
    handleLLMError: (error: unknown) => void errors.push(error),
  }
  const answer = await model
    .invoke('Hello', { ...options, callbacks: [handler] })
    .catch((error: unknown) => ({ error }))
  return { answer: answer as AIMessageChunk & { error?: unknown }, tokens, errors }
}

export const stream: Answer = (_, response) => {
  startStream(response, streamed('Hel', 'lo', ' wörld'))
  response.end()
}
