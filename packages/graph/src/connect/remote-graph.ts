import { jsonAt, quote } from './literals.ts'
import { apiKeyOption, type Parts, type Snippet } from './parts.ts'

export function remoteGraph(parts: Parts): Snippet {
  const { apiUrl, agent, answer } = parts
  const imports =
    answer === null ? '' : "import { Command, isGraphInterrupt } from '@langchain/langgraph'\n"
  return {
    id: 'remote-graph',
    title: 'RemoteGraph: a node of your own graph',
    install: 'npm install @langchain/langgraph @langchain/core',
    language: 'typescript',
    text: `${imports}import { RemoteGraph } from '@langchain/langgraph/remote'

const agent = new RemoteGraph({ graphId: ${quote(agent)}, url: ${quote(apiUrl)}${apiKeyOption(parts, 'process.env.LATHE_TOKEN')} })

${invoking(parts)}console.log(state)
`,
  }
}

function invoking({ input, answer }: Parts): string {
  if (answer === null) return `const state = await agent.invoke(${jsonAt(input, 0)})\n`
  return `const config = { configurable: { thread_id: crypto.randomUUID() } }

// Where a person is asked it throws, as a graph inside another does; the answer takes it on.
const state = await agent.invoke(${jsonAt(input, 0)}, config).catch((error) => {
  if (!isGraphInterrupt(error)) throw error
  console.log('asked', JSON.stringify(error.interrupts))
  return agent.invoke(new Command({ resume: ${jsonAt(answer, 2)} }), config)
})
`
}
