// The peer of streaming: ChatOpenAI alone. Prints CPU per streamed token.
import { ChatOpenAICompletions } from '@langchain/openai'
import { median } from '../lib/statistics.ts'

const [baseURL, tokens, warmUps, rounds] = process.argv.slice(2)
const count = Number(tokens)

const model = new ChatOpenAICompletions({
  model: `tokens-${count}`,
  apiKey: 'none',
  configuration: { baseURL: baseURL ?? '' },
})

const perToken: number[] = []
for (let round = 0; round < Number(warmUps) + Number(rounds); round += 1) {
  const before = process.cpuUsage()
  for await (const part of await model.stream('Say much')) void part
  const used = process.cpuUsage(before)
  if (round >= Number(warmUps)) perToken.push((used.user + used.system) / count)
}
console.log(`micros per token: ${median(perToken).toFixed(2)}`)
