import { jsonAt, quote } from './literals.ts'
import { apiKeyOption, type Parts, type Snippet } from './parts.ts'

export function js(parts: Parts): Snippet {
  const { apiUrl, agent, input, isChat } = parts
  const modes = isChat ? "['messages-tuple', 'updates']" : "['updates', 'values']"
  return {
    id: 'js',
    title: 'JavaScript SDK',
    install: 'npm install @langchain/langgraph-sdk @langchain/core',
    language: 'typescript',
    text: `import { Client } from '@langchain/langgraph-sdk'

const client = new Client({ apiUrl: ${quote(apiUrl)}${apiKeyOption(parts, 'process.env.LATHE_TOKEN')} })
const thread = await client.threads.create()

const chunks = client.runs.stream(thread.thread_id, ${quote(agent)}, {
  input: ${jsonAt(input, 2)},
  streamMode: ${modes},
})
for await (const { event, data } of chunks) {
  console.log(event, JSON.stringify(data))
}
${resumeSnippet(parts)}`,
  }
}

function resumeSnippet({ agent, answer }: Parts): string {
  if (answer === null) return ''
  return `
// It stops where a person is asked, and goes on with the answer.
const { interrupts } = await client.threads.get(thread.thread_id)
const [asked] = Object.values(interrupts).flat()
if (asked) {
  console.log('asked', JSON.stringify(asked.value))
  const state = await client.runs.wait(thread.thread_id, ${quote(agent)}, {
    command: { resume: ${jsonAt(answer, 4)} },
  })
  console.log(JSON.stringify(state))
}
`
}
