// An OpenAI-compatible server whose tokens contain their send time. The model `clock-3000` sends
// 3,000 of them.
import { createServer } from 'node:http'

const TOKENS = 300
const APART_MS = 20

const line = (delta: object, rest: object = {}) =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-clock',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'clock',
    choices: [{ index: 0, delta, finish_reason: null }],
    ...rest,
  })}\n\n`

const now = () => (performance.timeOrigin + performance.now()).toFixed(2)

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (part: Buffer) => {
    body += part.toString()
  })
  request.on('end', () => {
    const { model } = JSON.parse(body) as { model: string }
    const tokens = Number(/\d+/.exec(model)?.[0] ?? TOKENS)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    let sent = 0
    const timer = setInterval(() => {
      sent += 1
      response.write(line({ content: `@${now()}@ ` }))
      if (sent < tokens) return
      clearInterval(timer)
      const stop = line({}, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
      const usage = { prompt_tokens: 1, completion_tokens: tokens, total_tokens: tokens + 1 }
      response.end(`${stop}${line({}, { choices: [], usage })}data: [DONE]\n\n`)
    }, APART_MS)
    response.on('close', () => clearInterval(timer))
  })
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`provider at http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v1`)
})
