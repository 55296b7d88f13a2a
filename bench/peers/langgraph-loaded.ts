// LangGraph and ChatOpenAI in a process that has used them and is idle.
import { ChatOpenAICompletions } from '@langchain/openai'
import { bareChain } from './bare-langgraph.ts'

const [baseURL = ''] = process.argv.slice(2)
const model = new ChatOpenAICompletions({
  model: 'tokens-200',
  apiKey: 'none',
  configuration: { baseURL },
})
const run = bareChain(3)
for (let round = 0; round < 10; round += 1) {
  await run()
  for await (const part of await model.stream('Say something')) void part
}
console.log('up')
setInterval(() => {}, 1e6)
