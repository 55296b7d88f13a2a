import { jsonAt, quote } from './literals.ts'
import type { Parts, Snippet } from './parts.ts'

export function react({ apiUrl, agent, input, isChat, answer }: Parts): Snippet {
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
