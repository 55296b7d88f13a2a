// An OpenAI-compatible server that streams as many tokens as the model's name states:
// `tokens-1000`.
import { createServer } from 'node:http'

const chunk = (delta: object, rest: object = {}) =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'tokens',
    choices: [{ index: 0, delta, finish_reason: null }],
    ...rest,
  })}\n\n`

const FIRST = chunk({ role: 'assistant', content: '' })
const TOKEN = chunk({ content: 'word ' })
const TOKENS_PER_WRITE = 10

function ending(tokens: number) {
  const usage = { prompt_tokens: 10, completion_tokens: tokens, total_tokens: tokens + 10 }
  const stop = chunk({}, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
  return `${stop}${chunk({}, { choices: [], usage })}data: [DONE]\n\n`
}

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (part: Buffer) => {
    body += part.toString()
  })
  request.on('end', () => {
    const { model } = JSON.parse(body) as { model: string }
    const tokens = Number(/\d+/.exec(model)?.[0] ?? 1)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(FIRST)
    let sent = 0
    const more = () => {
      const now = Math.min(TOKENS_PER_WRITE, tokens - sent)
      sent += now
      response.write(TOKEN.repeat(now))
      if (sent < tokens) setImmediate(more)
      else response.end(ending(tokens))
    }
    more()
  })
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`provider at http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v1`)
})
