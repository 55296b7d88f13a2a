import { expect, test } from 'vitest'
import { promptDocument } from '../index.ts'
import { unpricedModels } from './unpriced.ts'

const asking = (name: string) =>
  promptDocument({
    messages: [{ role: 'user', text: 'Hi' }],
    model: { connection: 'demo', name },
  })

test('unpricedModels names each model of the graph and its called agents once', () => {
  const calledAgents = Object.fromEntries(
    ['known', 'strange', 'stranger'].map((name) => [
      name,
      { agent: name, name, version: 1, hash: name, document: asking(name) },
    ]),
  )

  const found = unpricedModels(asking('strange'), calledAgents, (model) => model === 'known')

  expect(found).toEqual(['strange', 'stranger'])
})
