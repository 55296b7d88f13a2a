import { checkDocument, parseDocument } from '@lathe/graph'
import { expect, test } from 'vitest'
import { createWarmUpGraph } from './warm-up-graph.ts'

test('the warm-up graph is valid, so that it runs every check', () => {
  const document = createWarmUpGraph()
  const connections = [{ name: 'demo', timeoutMs: 1 }]

  expect(parseDocument(document).ok).toBe(true)
  const emptyEnvironment = { tools: [], collections: [], agents: [], calledAgents: {}, prompts: [] }
  const environment = { ...emptyEnvironment, connections }
  expect(checkDocument(document, environment)).toEqual([])
})
