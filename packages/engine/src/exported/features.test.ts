import { expect, test } from 'vitest'
import {
  finalState,
  toolDescriptions,
  typeErrors,
  writeProject,
  writeProjects,
} from '../testing/exported.ts'
import { stateOf } from '../testing/lathe-state.ts'
import { askedOf } from '../testing/model-access.ts'
import { startHarness } from '../testing/run-harness.ts'
import { agentCases } from './agent-cases.ts'
import { callCases } from './call-cases.ts'
import { graphCases } from './graph-cases.ts'

const cases = { ...graphCases, ...agentCases, ...callCases }

test('every exported feature type-checks', async () => {
  expect(await typeErrors(writeProjects(Object.values(cases)))).toBe('')
})

test.each(Object.entries(cases))(
  '%s',
  async (_, { document, calledAgents = {}, input, answers = [] }) => {
    const folder = writeProject(document, 'agent', calledAgents)
    const { mockProvider, ...lathe } = await startHarness({ tools: toolDescriptions })

    const own = await stateOf(
      lathe,
      document,
      input,
      answers.map((answer) => answer.lathe),
      calledAgents,
    )
    const asked = askedOf(mockProvider)
    mockProvider.reset()
    const exported = await finalState(folder, {
      input,
      answers: answers.map((answer) => answer.project),
      baseUrl: mockProvider.url,
    })

    const held = Object.keys(own).map((name) => [name, exported[name]])
    expect(Object.fromEntries(held)).toEqual(own)
    expect(askedOf(mockProvider)).toEqual(asked)
  },
)
