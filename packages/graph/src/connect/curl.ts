import type { Json } from '@lathe/contract'
import { shellWord } from './literals.ts'
import type { Parts, Snippet } from './parts.ts'

export function curl(parts: Parts): Snippet {
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
