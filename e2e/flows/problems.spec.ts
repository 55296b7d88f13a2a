import { call } from '../agents.ts'
import { expect, test } from '../lathe.ts'

/** A loop around a model that may never end. */
const looping = {
  format: 1,
  state: { messages: { type: 'messages' }, mood: { type: 'string' } },
  input: ['messages', 'mood'],
  output: ['messages'],
  nodes: {
    helper: {
      kind: 'model',
      model: { connection: 'demo', name: 'demo-1' },
      prompt: { messages: [{ role: 'placeholder', channel: 'messages' }] },
    },
    again: {
      kind: 'branch',
      decide: { by: 'rules', rules: [{ port: 'again', when: "mood === 'sad'" }] },
      else: 'done',
    },
  },
  edges: [
    { from: 'start', to: 'helper' },
    { from: 'helper', to: 'again' },
    { from: 'again', when: 'again', to: 'helper', max: 3 },
    { from: 'again', when: 'done', to: 'end' },
  ],
  layout: { start: [0, 0], helper: [260, 0], again: [560, 0], end: [860, 0] },
  notes: [],
}

test('links a problem to its field, even if that is collapsed', async ({ lathe, server }) => {
  const { slug } = await call<{ slug: string }>(lathe, 'agents/create', {
    name: 'Looping',
    document: looping,
  })
  await lathe.goto(`${server.url}/agents/${slug}?tab=problems`)

  await lathe
    .getByText(/without a time limit/)
    .first()
    .click()

  await expect(lathe.getByRole('textbox', { name: 'Time limit' })).toBeFocused()
})
