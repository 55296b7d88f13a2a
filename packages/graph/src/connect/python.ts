import { pythonLiteral } from './literals.ts'
import type { Parts, Snippet } from './parts.ts'

export function python({ apiUrl, agent, input, needsKey, answer }: Parts): Snippet {
  const key = needsKey ? ', api_key=os.environ["LATHE_TOKEN"]' : ''
  const hasAnswer = answer !== null
  const thread = hasAnswer ? 'thread["thread_id"]' : 'None'
  const stream = (streamArguments: string) => `for chunk in client.runs.stream(
    ${thread},
    ${JSON.stringify(agent)},
    ${streamArguments},
    stream_mode="updates",
):
    print(chunk.event, chunk.data)
`
  const resumeCall = hasAnswer
    ? `
# It stops where a person is asked, and goes on with the answer.
${stream(`command={"resume": ${pythonLiteral(answer)}}`)}`
    : ''
  return {
    id: 'python',
    title: 'Python SDK',
    install: 'pip install langgraph-sdk',
    language: 'text',
    text: `${needsKey ? 'import os\n\n' : ''}from langgraph_sdk import get_sync_client

client = get_sync_client(url=${JSON.stringify(apiUrl)}${key})
${hasAnswer ? 'thread = client.threads.create()\n' : ''}
${stream(`input=${pythonLiteral(input)}`)}${resumeCall}`,
  }
}
