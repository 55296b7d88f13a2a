import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { startServer, type TestServer } from '../../packages/engine/src/testing/http-server.ts'
import { phrasedCases } from './support-cases.ts'

type ChatRequest = {
  model: string
  stream?: boolean
  messages: { role: string; content: string }[]
}

/** Instructions that make the scripted model answer more cases correctly. */
export const CAREFUL = 'Quote the policy that applies.'

/** Every third case defeats the plain prompt, every fourteenth the careful one. */
const FAILURES = { plain: 3, careful: 14 }

/**
 * An OpenAI-compatible provider for the pictures of the documentation: it answers the questions of `support-cases.ts`
 * under the name of any model.
 */
export const startScriptedProvider = (): Promise<TestServer> =>
  startServer(async ({ url, body }, response) => {
    if (!url.endsWith('/chat/completions')) {
      const data = ['gpt-4.1', 'gpt-4.1-mini'].map((id) => ({ id, object: 'model' }))
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ object: 'list', data }))
      return
    }
    const request: ChatRequest = JSON.parse(body)
    const { text, latencyMs } = answerTo(request)
    await wait(latencyMs)
    if (request.stream === true) await streamAnswer(response, request, text)
    else sendAnswer(response, request, text)
  })

function answerTo({ messages }: ChatRequest): { text: string; latencyMs: number } {
  const prompt = messages.map(({ content }) => content).join('\n')
  const at = phrasedCases.findLastIndex(({ question }) => prompt.includes(question))
  const found = phrasedCases[at]
  if (!found) return { text: 'I can help with orders, returns and products.', latencyMs: 200 }
  const isCareful = prompt.includes(CAREFUL)
  const fails = (at + 1) % FAILURES[isCareful ? 'careful' : 'plain'] === 0
  return {
    text: fails ? found.wrong : found.right,
    latencyMs: 240 + ((at * 37) % 160) + (isCareful ? 60 : 0),
  }
}

const tokensOf = (text: string) => Math.ceil(text.length / 4)

const usageOf = ({ messages }: ChatRequest, text: string) => {
  const input = messages.reduce((sum, { content }) => sum + tokensOf(content) + 4, 0)
  const output = tokensOf(text)
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
}

function sendAnswer(response: ServerResponse, request: ChatRequest, text: string) {
  const choice = { index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }
  const answer = { id: 'chatcmpl-1', object: 'chat.completion', model: request.model }
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ ...answer, choices: [choice], usage: usageOf(request, text) }))
}

async function streamAnswer(response: ServerResponse, request: ChatRequest, text: string) {
  const chunk = (fields: object) =>
    `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', model: request.model, ...fields })}\n\n`
  const delta = (content: object, finish: string | null) =>
    chunk({ choices: [{ index: 0, delta: content, finish_reason: finish }] })
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(delta({ role: 'assistant', content: '' }, null))
  for (const word of text.split(/(?<= )/)) response.write(delta({ content: word }, null))
  response.write(delta({}, 'stop'))
  response.write(chunk({ choices: [], usage: usageOf(request, text) }))
  response.end('data: [DONE]\n\n')
}
