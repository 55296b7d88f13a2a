import type { GraphDocument, JsonObject } from '@lathe/contract'
import { exampleInput } from './example-input.ts'
import { jsonAt, pythonLiteral, quoted, shellWord } from './literals.ts'

export type SnippetId = 'curl' | 'js' | 'react' | 'remote-graph' | 'python'

export type Snippet = {
  id: SnippetId
  title: string
  /** What it needs, as a command; null where nothing. */
  install: string | null
  language: 'text' | 'typescript'
  text: string
}

export type Connection = {
  /** Where Lathe answers, without a path. */
  url: string
  /** The agent's slug. */
  agent: string
  document: GraphDocument
}

type Parts = {
  /** Of the LangGraph door. */
  apiUrl: string
  agent: string
  input: JsonObject
  isChat: boolean
  /** Programs elsewhere send the server's token. */
  needsKey: boolean
}

/** The same call in every client that LangGraph has; what is shown is what the tests execute. */
export function connectSnippets({ url, agent, document }: Connection): Snippet[] {
  const parts: Parts = {
    apiUrl: `${url.replace(/\/$/, '')}/langgraph`,
    agent,
    input: exampleInput(document),
    isChat: document.state['messages']?.type === 'messages',
    needsKey: !isLoopback(new URL(url).hostname),
  }
  return [curl(parts), js(parts), react(parts), remoteGraph(parts), python(parts)]
}

const isLoopback = (host: string) =>
  host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)

function curl({ apiUrl, agent, input, needsKey }: Parts): Snippet {
  const body = { assistant_id: agent, input, stream_mode: ['updates'] }
  const lines = [
    `curl -N ${shellWord(`${apiUrl}/runs/stream`)}`,
    ...(needsKey ? ['-H "x-api-key: $LATHE_TOKEN"'] : []),
    "-H 'content-type: application/json'",
    `-d ${shellWord(JSON.stringify(body))}`,
  ]
  const text = `${lines.join(' \\\n  ')}\n`
  return { id: 'curl', title: 'curl', install: null, language: 'text', text }
}

const keyOf = ({ needsKey }: Parts, key: string) => (needsKey ? `, apiKey: ${key}` : '')

function js(parts: Parts): Snippet {
  const { apiUrl, agent, input, isChat } = parts
  const modes = isChat ? "['messages-tuple', 'updates']" : "['updates', 'values']"
  return {
    id: 'js',
    title: 'JavaScript SDK',
    install: 'npm install @langchain/langgraph-sdk @langchain/core',
    language: 'typescript',
    text: `import { Client } from '@langchain/langgraph-sdk'

const client = new Client({ apiUrl: ${quoted(apiUrl)}${keyOf(parts, 'process.env.LATHE_TOKEN')} })
const thread = await client.threads.create()

const chunks = client.runs.stream(thread.thread_id, ${quoted(agent)}, {
  input: ${jsonAt(input, 2)},
  streamMode: ${modes},
})
for await (const { event, data } of chunks) {
  console.log(event, JSON.stringify(data))
}
`,
  }
}

function react({ apiUrl, agent, input, isChat }: Parts): Snippet {
  const shown = isChat
    ? `      {stream.messages.map((message) => (
        <p key={message.id}>{message.text}</p>
      ))}`
    : '      <pre>{JSON.stringify(stream.values, null, 2)}</pre>'
  return {
    id: 'react',
    title: 'React: useStream',
    install: 'npm install @langchain/react @langchain/core react',
    language: 'typescript',
    text: `import { useStream } from '@langchain/react'

export function Agent() {
  const stream = useStream({
    apiUrl: ${quoted(apiUrl)},
    // Pages of another origin need Lathe's token.
    apiKey: import.meta.env.VITE_LATHE_TOKEN,
    assistantId: ${quoted(agent)},
  })
  const input = ${jsonAt(input, 2)}

  return (
    <main>
${shown}
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
  const { apiUrl, agent, input } = parts
  return {
    id: 'remote-graph',
    title: 'RemoteGraph: a node of your own graph',
    install: 'npm install @langchain/langgraph @langchain/core',
    language: 'typescript',
    text: `import { RemoteGraph } from '@langchain/langgraph/remote'

const agent = new RemoteGraph({ graphId: ${quoted(agent)}, url: ${quoted(apiUrl)}${keyOf(parts, 'process.env.LATHE_TOKEN')} })

const state = await agent.invoke(${jsonAt(input, 0)})
console.log(state)
`,
  }
}

function python({ apiUrl, agent, input, needsKey }: Parts): Snippet {
  const key = needsKey ? ', api_key=os.environ["LATHE_TOKEN"]' : ''
  return {
    id: 'python',
    title: 'Python SDK',
    install: 'pip install langgraph-sdk',
    language: 'text',
    text: `${needsKey ? 'import os\n\n' : ''}from langgraph_sdk import get_sync_client

client = get_sync_client(url=${JSON.stringify(apiUrl)}${key})

for chunk in client.runs.stream(
    None,
    ${JSON.stringify(agent)},
    input=${pythonLiteral(input)},
    stream_mode="updates",
):
    print(chunk.event, chunk.data)
`,
  }
}
