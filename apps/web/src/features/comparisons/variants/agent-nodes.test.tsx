import type { GraphDocument, PromptVersion, VariantBase } from '@lathe/contract'
import { emptyDocument } from '@lathe/graph'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { AgentNodes } from './agent-nodes.tsx'

const model = { connection: 'demo', name: 'demo-1' }
const document: GraphDocument = {
  ...emptyDocument(),
  nodes: { write: { kind: 'model', model, prompt: { name: 'writing' } } },
}

const versionOf = (version: number, text: string, labels: string[]): PromptVersion => ({
  version,
  hash: `hash-${version}`,
  message: '',
  labels,
  content: { messages: [{ role: 'system', text }] },
  problem: null,
  variables: [],
  createdAt: 0,
})

let stop = () => {}
beforeEach(() => {
  stop = serveFake({
    agents: {
      draft: fake.agents.draft.handler(() => ({ revision: 1, document, hash: '', savedAt: 0 })),
    },
    prompts: {
      versions: fake.prompts.versions.handler(() => [
        versionOf(2, 'Write more.', []),
        versionOf(1, 'Write.', ['production']),
      ]),
    },
    models: { connections: fake.models.connections.handler(() => []) },
    tools: {
      list: fake.tools.list.handler(() => [
        { name: 'calculator', description: '', schema: {}, effect: 'pure', kind: 'built-in' },
      ]),
    },
  })
})
afterEach(() => stop())

type AgentBase = Extract<VariantBase, { type: 'agent' }>
type EditingProps = { onChange: (base: AgentBase) => void }

function Editing({ onChange }: EditingProps) {
  const [base, setBase] = useState<AgentBase>({
    type: 'agent',
    agent: 'writer',
    version: 'draft',
    overrides: {},
  })
  const change = (next: AgentBase) => {
    setBase(next)
    onChange(next)
  }
  return <AgentNodes base={base} onChange={change} />
}

const changes = vi.fn<(base: AgentBase) => void>()
const overrides = () => changes.mock.lastCall?.[0].overrides

const choose = async (field: string, option: string) => {
  fireEvent.click(await screen.findByRole('combobox', { name: field }))
  fireEvent.click(await screen.findByRole('option', { name: option }))
}

test("overrides a node's prompt version and drops the override when reset", async () => {
  renderInApp(<Editing onChange={changes} />)

  expect(await screen.findByRole('combobox', { name: 'Version of writing' })).toHaveValue(
    'v1 · production',
  )
  await choose('Version of writing', 'v2')
  expect(overrides()).toEqual({
    write: { messages: [{ role: 'system', text: 'Write more.' }] },
  })
  expect(screen.getByText('demo-1 · changed')).toBeInTheDocument()

  await choose('Version of writing', 'v1 · production')
  expect(overrides()).toEqual({})
})

test('adds tools to a node without tools', async () => {
  renderInApp(<Editing onChange={changes} />)

  await choose('Tools', 'calculator')

  expect(overrides()).toEqual({ write: { tools: ['calculator'] } })
})
