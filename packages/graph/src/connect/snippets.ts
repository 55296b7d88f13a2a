import type { GraphDocument, Json, NodeOf } from '@lathe/contract'
import { isChatGraph } from '../state/chat.ts'
import { exampleInput, exampleObject } from './example-input.ts'
import { apiKeyOption, type Parts, type Snippet } from './parts.ts'
import { jsonAt, pythonLiteral, quote, shellWord } from './literals.ts'

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

function curl(parts: Parts): Snippet {
  const text = parts.answer === null ? singleRequest(parts) : withAnswer(parts)
  return { id: 'curl', title: 'curl', install: null, language: 'text', text }
}

const MODES = ['updates']

function singleRequest({ apiUrl, agent, input, needsKey }: Parts): string {
  const body = { assistant_id: agent, input, stream_mode: MODES }
  return call({ url: shellWord(`${apiUrl}/runs/stream`), body, needsKey })
}

function withAnswer({ apiUrl, agent, input, needsKey, answer }: Parts): string {
  const key = needsKey ? '-H "x-api-key: $LATHE_TOKEN" ' : ''
  const create = `curl -s ${shellWord(`${apiUrl}/threads`)} ${key}-H 'content-type: application/json' -d '{}'`
  const url = `"${apiUrl}/threads/$THREAD/runs/stream"`
  const body = { assistant_id: agent, input, stream_mode: MODES }
  const answers = { assistant_id: agent, command: { resume: answer }, stream_mode: MODES }
  return `THREAD=$(${create} \\
  | grep -o '"thread_id":"[^"]*"' | cut -d '"' -f 4)

${call({ url, body, needsKey })}
# It stops where a person is asked, and goes on with the answer.
${call({ url, body: answers, needsKey })}`
}

type Call = { url: string; body: Record<string, Json>; needsKey: boolean }

function call({ url, body, needsKey }: Call): string {
  const lines = [
    `curl -N ${url}`,
    ...(needsKey ? ['-H "x-api-key: $LATHE_TOKEN"'] : []),
    "-H 'content-type: application/json'",
    `-d ${shellWord(JSON.stringify(body))}`,
  ]
  return `${lines.join(' \\\n  ')}\n`
}

/** Returns an example answer to the first question of a graph; null if it has none. */
function exampleAnswer({ nodes }: GraphDocument): Json {
  for (const node of Object.values(nodes)) {
    if (node.kind === 'ask') return exampleDecision(node)
    if ('approvals' in node && node.approvals?.length) return 'approve'
    if (node.kind === 'tool' && node.approval) return 'approve'
  }
  return null
}

function exampleDecision({ decisions, form }: NodeOf<'ask'>): Json {
  const decision = decisions[0]?.port ?? 'yes'
  const values = form ? exampleObject(form) : {}
  return Object.keys(values).length === 0 ? decision : { decision, values }
}

function js(parts: Parts): Snippet {
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

function python({ apiUrl, agent, input, needsKey, answer }: Parts): Snippet {
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

function react({ apiUrl, agent, input, isChat, answer }: Parts): Snippet {
  const output = isChat
    ? `      {stream.messages.map((message) => (
        <p key={message.id}>{message.text}</p>
      ))}`
    : '      <pre>{JSON.stringify(stream.values, null, 2)}</pre>'
  const interruptHandling =
    answer === null
      ? ''
      : `
      {stream.interrupt && (
        <section>
          <pre>{JSON.stringify(stream.interrupt.value, null, 2)}</pre>
          <button onClick={() => stream.respond(${jsonAt(answer, 10)})}>Answer</button>
        </section>
      )}`
  return {
    id: 'react',
    title: 'React: useStream',
    install: 'npm install @langchain/react @langchain/core react',
    language: 'typescript',
    text: `import { useStream } from '@langchain/react'

export function Agent() {
  const stream = useStream({
    apiUrl: ${quote(apiUrl)},
    // Pages of another origin need Lathe's token.
    apiKey: import.meta.env.VITE_LATHE_TOKEN,
    assistantId: ${quote(agent)},
  })
  const input = ${jsonAt(input, 2)}

  return (
    <main>
${output}${interruptHandling}
      <button disabled={stream.isLoading} onClick={() => stream.submit(input)}>
        Send
      </button>
    </main>
  )
}
`,
  }
}

function remoteGraph(parts: Parts): Snippet {
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
