import { expect, type Page } from '@playwright/test'

/** Calls the server with the page's session. */
export async function call<T>(page: Page, path: string, input: unknown): Promise<T> {
  const answer = await page.request.post(`/rpc/${path}`, { data: { json: input } })
  await expect(answer).toBeOK()
  return (await answer.json()).json
}

/** Creates an agent with a first version from the simplest template. Returns the slug. */
export async function createAgent(page: Page, name: string): Promise<string> {
  const { slug } = await call<{ slug: string }>(page, 'agents/create', { name, template: 'prompt' })
  await call(page, 'agents/saveVersion', { agent: slug, revision: 1, message: 'The first' })
  return slug
}

/** An agent that calls the tools its prompt names. */
export const helperWith = (tools: readonly string[]) => ({
  format: 1,
  state: { messages: { type: 'messages' } },
  input: ['messages'],
  output: ['messages'],
  nodes: {
    helper: {
      kind: 'agent',
      title: 'Helper',
      model: { connection: 'demo', name: 'demo-1' },
      prompt: {
        messages: [
          { role: 'system', text: 'You help.' },
          { role: 'placeholder', channel: 'messages' },
        ],
      },
      tools,
    },
  },
  edges: [
    { from: 'start', to: 'helper' },
    { from: 'helper', to: 'end' },
  ],
  layout: { start: [0, 0], helper: [260, 0], end: [560, 0] },
  notes: [],
})
